//! Given heaps, judged by a spec.

use std::sync::Arc;

use korrel_heapgraph::typed::Misfit;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model;
use korrel_lang::source::Sources;
use korrel_lang::spec::{Mistakes, Spec};

use crate::answer::EvalAnswer;
use crate::error::Error;
use crate::question::ConjunctName;
use crate::question::evaluation::{Evaluation, GivenHeap};
use crate::search::on_a_large_stack;
use crate::spec::Command;

pub use crate::question::evaluation::{Answer, Findings, Judgement, Violation};
pub use korrel_enumerate::heap::HeapError;

/// Expressions that are evaluated on heaps.
#[derive(Clone, Debug)]
pub struct Evaluator {
    evaluation: Arc<Evaluation>,
    warnings: Vec<Diagnostic>,
}

/// How expressions become what is evaluated.
type Resolve = fn(
    &Spec,
    &model::Command,
    &[String],
    &mut dyn FnMut(&Sources, &[Diagnostic]),
) -> Result<Evaluation, Mistakes>;

impl Command {
    /// Resolves formulas and expressions in which the parameters of the command are the roots. If none of them is a
    /// formula, that of the command itself is judged, too. Facts are judged in any case.
    ///
    /// ```
    /// use korrel::{Answer, Judgement};
    ///
    /// let spec = korrel::spec("sig Node { next: lone Node }
    ///     pred list[head: Node] { Node = head.*next and no n: Node | n in n.^next }
    ///     run list")?;
    /// let evaluator = spec.command("list")?.evaluator(&["list", "#Node"])?;
    /// let circle = r#"{"roots": {"head": "Node$0"}, "objects": {"Node$0": {"$type": "Node", "next": "Node$0"}}}"#;
    /// let judgement = evaluator.judge(circle)?;
    /// assert_eq!(judgement.holds(), Some(false));
    /// let Judgement::Judged { states, .. } = judgement else { panic!("it fits its types") };
    /// let Answer::Formula(violations) = &states[0].answers[0] else { panic!("it is a formula") };
    /// assert_eq!(violations[0].text, "no n: Node | n in n.^next");
    /// assert_eq!(states[0].answers[1], Answer::Integer(Some(1)));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Expressions that mean nothing in the spec, a scope that cannot be, or names that clash.
    pub fn evaluator(&self, expressions: &[&str]) -> Result<Evaluator, Error> {
        self.evaluating(expressions, Evaluation::new)
    }

    /// The same of these expressions and the facts alone: the command's own formula is not judged.
    ///
    /// # Errors
    /// As [`Command::evaluator`].
    pub fn expressions(&self, expressions: &[&str]) -> Result<Evaluator, Error> {
        self.evaluating(expressions, Evaluation::of_expressions)
    }

    fn evaluating(&self, expressions: &[&str], resolve: Resolve) -> Result<Evaluator, Error> {
        let asked = self.query();
        let expressions: Vec<String> = expressions.iter().map(|text| (*text).to_owned()).collect();
        let mut warnings = Vec::new();
        let warn = &mut |_: &Sources, found: &[Diagnostic]| warnings.extend_from_slice(found);
        let resolved = || resolve(&asked.spec, &asked.command, &expressions, warn);
        let evaluation = on_a_large_stack(resolved)??;
        Ok(self.stoppable(evaluation, warnings))
    }

    /// Evaluates each conjunct of what the command runs, or of what it asserts. An answer is that of the name at its place.
    ///
    /// ```
    /// use korrel::{Answer, Judgement};
    ///
    /// let spec = korrel::spec("sig Node { next: lone Node }
    ///     pred list[head: Node] { Node = head.*next and no n: Node | n in n.^next }
    ///     run list")?;
    /// let (names, evaluator) = spec.command("list")?.conjuncts()?;
    /// assert_eq!(names[1].text, "no n: Node | n in n.^next");
    /// let circle = r#"{"roots": {"head": "Node$0"}, "objects": {"Node$0": {"$type": "Node", "next": "Node$0"}}}"#;
    /// let Judgement::Judged { states, .. } = evaluator.judge(circle)? else { panic!("it fits its types") };
    /// let holds = |answer: &Answer| matches!(answer, Answer::Formula(why) if why.is_empty());
    /// assert_eq!(states[0].answers.iter().map(holds).collect::<Vec<_>>(), [true, false]);
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A scope that cannot be, or names that clash.
    pub fn conjuncts(&self) -> Result<(Vec<ConjunctName>, Evaluator), Error> {
        let asked = self.query().command();
        let (evaluation, names) = on_a_large_stack(|| Evaluation::of_conjuncts(&asked))??;
        Ok((names, self.stoppable(evaluation, Vec::new())))
    }

    /// The flag of the settings ends an evaluation.
    fn stoppable(&self, evaluation: Evaluation, warnings: Vec<Diagnostic>) -> Evaluator {
        #[cfg(feature = "threads")]
        let evaluation = match &self.query().settings.flag {
            Some(flag) => evaluation.until(Arc::clone(flag)),
            None => evaluation,
        };
        Evaluator { evaluation: Arc::new(evaluation), warnings }
    }
}

impl Evaluator {
    /// The warnings about the expressions.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// Judges a heap: a JSON object with `roots` and `objects`, such as [`Heap::json`](crate::TypedHeap::json), and with the
    /// state afterwards as `post` if there is one. There is no scope: it may be as large as it is.
    ///
    /// # Errors
    /// A text that is no JSON, or a stop by the flag of the command's settings.
    pub fn judge(&self, heap: &str) -> Result<Judgement, Error> {
        let heap = given(heap)?;
        self.judged(&heap)
    }

    /// The judgement on a heap as data.
    ///
    /// # Errors
    /// As [`Evaluator::judge`].
    pub fn answer(&self, heap: &str) -> Result<EvalAnswer, Error> {
        let judgement = self.judge(heap)?;
        Ok(self.evaluation.answer_of(&judgement))
    }

    fn judged(&self, heap: &GivenHeap) -> Result<Judgement, Error> {
        let judgement = on_a_large_stack(|| self.evaluation.judge(heap, None))?;
        match self.evaluation.is_stopped() {
            true => Err(Error::Stopped),
            false => Ok(judgement),
        }
    }

    /// The reasons why a heap is not as the spec says, with their places.
    ///
    /// ```
    /// let spec = korrel::spec("sig A { r: lone A } fact { no ^r & iden } run {}")?;
    /// let evaluator = spec.command("0")?.evaluator(&[])?;
    /// let heap = r#"{"objects": {"A$0": {"$type": "A", "r": "A$0"}}}"#;
    /// let why = evaluator.explain(heap)?;
    /// assert_eq!(&*why[0].message, "heap 0 violates a fact");
    /// assert!(spec.render(&why[0]).contains("no ^r & iden"));
    /// # Ok::<(), korrel::Error>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no JSON, or a stop by the flag of the command's settings.
    pub fn explain(&self, heap: &str) -> Result<Vec<Diagnostic>, Error> {
        let heap = given(heap)?;
        let judgement = self.judged(&heap)?;
        on_a_large_stack(|| self.evaluation.diagnostics(&heap, &judgement))
    }

    /// The texts that diagnostics about heaps point into, those of expressions included.
    pub fn sources(&self) -> &Sources {
        &self.evaluation.spec().sources
    }

    /// A diagnostic as a text of several lines that shows its places, those in expressions included.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        diagnostic.render(&self.evaluation.spec().sources, false)
    }
}

pub(crate) fn given(text: &str) -> Result<GivenHeap, Error> {
    let json = serde_json::from_str(text);
    let json = json.map_err(|error| Misfit::new(format!("this is not JSON: {error}")))?;
    Ok(GivenHeap::new(json, text, 0))
}
