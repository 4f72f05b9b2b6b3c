//! A driver for the traces of examples/quint. Its arguments say how it behaves: `costs`, `panics`, `snapshots`.

use std::collections::BTreeMap;

use korrel_test::driver::{Driver, Machine};
use serde_json::json;

struct Bank {
    balances: BTreeMap<String, i64>,
    has_fault: bool,
}

impl Bank {
    fn balance(&mut self, account: &str) -> &mut i64 {
        self.balances.get_mut(account).expect("there is this account")
    }

    fn withdraw(&mut self, account: &str, amount: i64) {
        let cost = i64::from(self.has_fault && amount > 2);
        *self.balance(account) -= amount + cost;
    }
}

fn main() -> std::io::Result<()> {
    let is = |how: &str| std::env::args().any(|word| word == how);
    let (has_fault, panics, misnamed) = (is("costs"), is("panics"), is("misnamed"));
    let accounts = || ["alice", "bob"].map(|name| (name.to_owned(), 0));
    let mut machine = Machine::new(move |_| Ok(Bank { balances: accounts().into(), has_fault }))
        .action("deposit", move |bank: &mut Bank, args| {
            let amount: i64 = args.get(if misnamed { "sum" } else { "amount" })?;
            *bank.balance(&args.get::<String>("account")?) += amount;
            Ok(())
        })
        .action("withdraw", move |bank, args| {
            let amount = args.get("amount")?;
            assert!(!panics || amount <= 2, "too much");
            bank.withdraw(&args.get::<String>("account")?, amount);
            Ok(())
        })
        .state(|bank| json!({ "balances": bank.balances }));
    if is("snapshots") {
        machine = machine
            .snapshots(|bank| Bank { balances: bank.balances.clone(), has_fault: bank.has_fault });
    }
    Driver::new().machine(machine).serve()
}
