use std::io::stdin;

fn say(reply: &str) {
    println!("{reply}");
}

fn main() {
    let mut lines = stdin().lines().map(|line| line.expect("requests are UTF-8"));
    lines.next().expect("the header: what types there are");
    say("{\"ready\":true}");
    for line in lines {
        let (_, rest) = line.split_once("\"id\":").expect("a request has an id");
        let (id, _) = rest.split_once(',').expect("something follows the id");
        // your code goes here
        say(&format!("{{\"id\":{id},\"pass\":true}}"));
    }
}
