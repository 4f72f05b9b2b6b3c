;;; korrel-mode.el --- Specs of Korrel, an Alloy-like language -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages
;; URL: https://github.com/korrel/korrel

;;; Commentary:

;; Highlighting, indentation and an index of declarations for `.als' files.  With eglot, `M-x eglot' starts
;; `korrel lsp', which does the rest.

;;; Code:

(require 'seq)

(defgroup korrel nil
  "Specs of Korrel."
  :group 'languages)

(defcustom korrel-program "korrel"
  "The program that `eglot' starts."
  :type 'string)

(defcustom korrel-indent-offset 2
  "The columns by which what stands between brackets is indented."
  :type 'integer
  :safe #'integerp)

(defconst korrel-declarations
  '("as" "assert" "but" "check" "enum" "exactly" "expect" "fact" "for" "fun" "let" "module" "open" "pred" "run" "sig")
  "The words that begin declarations and commands, and those within them.")

(defconst korrel-modifiers '("abstract" "extends" "private" "var")
  "The words beside the name of a sig or a field.")

(defconst korrel-quantifiers '("all" "disj" "int" "lone" "no" "one" "seq" "set" "some" "sum")
  "The words that say how many.")

(defconst korrel-operators
  '("after" "always" "and" "before" "else" "eventually" "historically" "iff" "implies" "in" "not" "once" "or"
    "releases" "since" "triggered" "until")
  "The operators that are words.")

(defconst korrel-constants '("none" "univ" "iden" "Int" "String" "this")
  "The names that every spec has.")

(defconst korrel--name "\\_<[[:alpha:]_]\\(?:\\sw\\|\\s_\\|/\\)*"
  "A name, also of a module.")

(defvar korrel-font-lock-keywords
  `((,(concat "\\_<\\(?:sig\\|enum\\)\\s-+\\(" korrel--name "\\)") 1 font-lock-type-face)
    (,(concat "\\_<\\(?:pred\\|fun\\)\\s-+\\(?:" korrel--name "\\.\\)?\\(" korrel--name "\\)")
     1 font-lock-function-name-face)
    (,(concat "\\_<\\(?:fact\\|assert\\|let\\)\\s-+\\(" korrel--name "\\)") 1 font-lock-variable-name-face)
    (,(regexp-opt korrel-declarations 'symbols) . font-lock-keyword-face)
    (,(regexp-opt korrel-modifiers 'symbols) . font-lock-keyword-face)
    (,(regexp-opt korrel-quantifiers 'symbols) . font-lock-builtin-face)
    (,(regexp-opt korrel-operators 'symbols) . font-lock-keyword-face)
    (,(regexp-opt korrel-constants 'symbols) . font-lock-constant-face)
    (,(lambda (limit)
        (let ((case-fold-search nil)) (re-search-forward "\\_<[[:upper:]]\\(?:\\sw\\|\\s_\\)*" limit t)))
     . font-lock-type-face))
  "What is highlighted, besides comments and strings.")

(defvar korrel-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?- ". 12b" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\r "> b" table)
    (dolist (sign (string-to-list "!#&'+.,:;<=>@^`|~")) (modify-syntax-entry sign "." table))
    table)
  "Comments, strings and names of specs.")

(defvar korrel-imenu-expression
  `(("Sigs" ,(concat "^[^{\n/-]*\\_<\\(?:sig\\|enum\\)\\s-+\\(" korrel--name "\\)") 1)
    ("Predicates" ,(concat "^[^{\n/-]*\\_<pred\\s-+\\(?:" korrel--name "\\.\\)?\\(" korrel--name "\\)") 1)
    ("Functions" ,(concat "^[^{\n/-]*\\_<fun\\s-+\\(?:" korrel--name "\\.\\)?\\(" korrel--name "\\)") 1)
    ("Facts" ,(concat "^\\s-*\\(?:fact\\|assert\\)\\s-+\\(" korrel--name "\\)") 1))
  "Where declarations stand.")

(defun korrel-indent-line ()
  "Indent a line by the brackets around it."
  (interactive)
  (let* ((depth (save-excursion
                  (back-to-indentation)
                  (let ((depth (car (syntax-ppss))))
                    (if (looking-at-p "\\s)") (1- depth) depth))))
         (from-end (- (point-max) (point)))
         (is-before-text (<= (current-column) (current-indentation))))
    (indent-line-to (* korrel-indent-offset (max depth 0)))
    (unless is-before-text (goto-char (- (point-max) from-end)))))

;;;###autoload
(define-derived-mode korrel-mode prog-mode "Korrel"
  "Major mode for specs of Korrel."
  (setq-local comment-start "-- "
              comment-end ""
              comment-start-skip "\\(?:--+\\|//+\\|/\\*+\\)\\s-*"
              font-lock-defaults '(korrel-font-lock-keywords)
              indent-line-function #'korrel-indent-line
              imenu-generic-expression korrel-imenu-expression))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.als\\'" . korrel-mode))

(defun korrel-contact (&rest _)
  "What `eglot' starts."
  (list korrel-program "lsp"))

;; A package of its own before Emacs 29.
(declare-function eglot-current-server "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function eglot--TextDocumentIdentifier "eglot")

(defun korrel-show-instances ()
  "Write a page of the instances of the command at the cursor, and say where it is.
That is the last command that begins before the cursor, or else the first."
  (interactive)
  (let* ((server (or (eglot-current-server) (user-error "No server here; M-x eglot starts it")))
         (line (1- (line-number-at-pos nil t)))
         (lenses (jsonrpc-request server :textDocument/codeLens
                                  (list :textDocument (eglot--TextDocumentIdentifier))))
         chosen)
    (seq-doseq (lens lenses)
      (let ((command (plist-get lens :command))
            (start (plist-get (plist-get (plist-get lens :range) :start) :line)))
        (when (and (equal (plist-get command :command) "korrel.show") (or (null chosen) (<= start line)))
          (setq chosen command))))
    (unless chosen (user-error "There is no command here whose instances can be shown, such as `run {} for 3'"))
    (let ((page (jsonrpc-request server :workspace/executeCommand
                                 (list :command (plist-get chosen :command)
                                       :arguments (plist-get chosen :arguments)))))
      (message "The instances are in %s" (plist-get page :uri))
      (plist-get page :uri))))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(korrel-mode . korrel-contact)))

(provide 'korrel-mode)
;;; korrel-mode.el ends here
