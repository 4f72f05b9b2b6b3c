
// A report alone: nothing is asked.
{
  const report = JSON.parse(byId("data").textContent);
  document.title = `Report of korrel test on ${report.spec}`;
  byId("theme").addEventListener("click", dark);
  if (matchMedia("(prefers-color-scheme: dark)").matches) dark();
  showReport(report);
  const first = document.querySelector("#report .failure");
  if (first) first.open = true;
  document.body.dataset.ready = "yes";
}
