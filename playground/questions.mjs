// What each command of a spec is asked: its first hundred instances, and their number.

export const listing = (command) => ({ ask: "records", command, most: 100 });
export const counting = (command) => ({ ask: "holding", command, expression: "no none" });

// The numbers of the commands of a text.
export async function commands(host, text) {
  const [{ answer }] = await host.ask(text, [{ ask: "spec" }]);
  return answer.entries.map((entry) => entry.wanted).filter((wanted) => /^\d+$/.test(wanted));
}
