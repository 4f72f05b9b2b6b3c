// casbin in Go: who is allowed, asked for each subject (and domain) of an input.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/casbin/casbin"
	"github.com/casbin/casbin/model"
	"github.com/casbin/casbin/persist"
)

const (
	someAllows = "some(where (p.eft == allow))"
	noneDenies = "!some(where (p.eft == deny))"
	byNumber   = "priority(p.eft) || deny"
	bySubject  = "subjectPriority(p.eft) || deny"
)

type request struct {
	ID      json.RawMessage
	Op      string
	Roots   map[string]json.RawMessage
	Objects map[string]map[string]json.RawMessage
}

// failure is a cause, which the library is wrong about.
type failure struct{ cause, message string }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func read[T any](text json.RawMessage) (value T) {
	if err := json.Unmarshal(text, &value); err != nil {
		panic(err)
	}
	return value
}

func (r request) all(root string) []string { return read[[]string](r.Roots[root]) }
func (r request) field(object, name string) []string {
	return read[[]string](r.Objects[object][name])
}

// names are those that casbin gets: a letter and a number.
func names(objects []string, prefix string) map[string]string {
	named := map[string]string{}
	for number, object := range objects {
		named[object] = fmt.Sprint(prefix, number)
	}
	return named
}

// modelText is one of the documentation's models, for requests and rules with these fields.
func modelText(effect, fields string) string {
	var asked, same []string
	for _, field := range []string{"sub", "dom", "obj", "act"} {
		if strings.Contains(fields, field) {
			asked = append(asked, field)
		}
	}
	for _, field := range asked[1:] {
		same = append(same, fmt.Sprintf(" && r.%s == p.%s", field, field))
	}
	domain, more := "", ""
	if strings.Contains(fields, "dom") {
		domain, more = ", r.dom", ", _"
	}
	return fmt.Sprintf("[request_definition]\nr = %s\n[policy_definition]\np = %s\n[role_definition]\ng = _, _%s\n"+
		"[policy_effect]\ne = %s\n[matchers]\nm = g(r.sub, p.sub%s)%s",
		strings.Join(asked, ", "), fields, more, effect, domain, strings.Join(same, ""))
}

// lines are rules and roles that are loaded; nothing is saved.
type lines [][]string

func (all lines) LoadPolicy(to model.Model) error {
	for _, line := range all {
		persist.LoadPolicyLine(strings.Join(line, ", "), to)
	}
	return nil
}

var errNotSaved = errors.New("nothing is saved")

func (lines) SavePolicy(model.Model) error                              { return errNotSaved }
func (lines) AddPolicy(string, string, []string) error                  { return errNotSaved }
func (lines) RemovePolicy(string, string, []string) error               { return errNotSaved }
func (lines) RemoveFilteredPolicy(string, string, int, ...string) error { return errNotSaved }

func enforcer(text string, loaded lines) *casbin.Enforcer {
	made := must(casbin.NewEnforcer(must(model.NewModelFromString(text)), loaded))
	made.EnableAutoSave(false)
	return made
}

func strs(parts ...string) []string { return parts }

func values(texts []string) []interface{} {
	var all []interface{}
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}

// compare gives the first difference of two sets of texts.
func compare(what string, expected, given map[string]bool) *failure {
	for _, side := range []struct {
		has, lacks map[string]bool
		cause      string
	}{{expected, given, "refuses what is allowed"}, {given, expected, "allows what is refused"}} {
		var left []string
		for text := range side.has {
			if !side.lacks[text] {
				left = append(left, text)
			}
		}
		if sort.Strings(left); len(left) > 0 {
			return &failure{what + ": " + side.cause, left[0]}
		}
	}
	return nil
}

func inDomains(r request, withDomains bool) *failure {
	subjects, domains := r.all("subjects"), r.all("domains")
	of, within := names(subjects, "s"), names(domains, "d")
	placed := func(domain string) []string {
		if withDomains {
			return strs(within[domain])
		}
		return nil
	}
	var loaded lines
	for _, d := range domains {
		for _, pair := range read[[][2]string](r.Objects[d]["roles"]) {
			loaded = append(loaded, append(strs("g", of[pair[0]], of[pair[1]]), placed(d)...))
		}
		for _, effect := range strs("allow", "deny") {
			for _, s := range r.field(d, effect) {
				rule := append(strs("p", of[s]), placed(d)...)
				loaded = append(loaded, append(rule, "data", "read", effect))
			}
		}
	}
	fields := "sub, obj, act, eft"
	if withDomains {
		fields = "sub, dom, obj, act, eft"
	}
	for _, asked := range [][2]string{{someAllows, "some_allows"}, {noneDenies, "none_denies"}, {someAllows + " && " + noneDenies, "both"}} {
		made := enforcer(modelText(asked[0], fields), loaded)
		expected, given := map[string]bool{}, map[string]bool{}
		for _, pair := range read[[][2]string](r.Roots[asked[1]]) {
			expected[within[pair[0]]+" "+of[pair[1]]] = true
		}
		for _, d := range domains {
			for _, s := range subjects {
				question := append(append(strs(of[s]), placed(d)...), "data", "read")
				if must(made.Enforce(values(question)...)) {
					given[within[d]+" "+of[s]] = true
				}
			}
		}
		if found := compare(asked[0], expected, given); found != nil {
			return found
		}
	}
	return nil
}

// users: those that a list names have the permission, and it names all of them.
func users(r request) *failure {
	of := names(r.all("subjects"), "s")
	var loaded lines
	for _, d := range r.all("domains") {
		for _, pair := range read[[][2]string](r.Objects[d]["roles"]) {
			loaded = append(loaded, strs("g", of[pair[0]], of[pair[1]]))
		}
		for _, s := range r.field(d, "allow") {
			loaded = append(loaded, strs("p", of[s], "data", "read", "allow"))
		}
	}
	expected, given := map[string]bool{}, map[string]bool{}
	for _, s := range r.all("users") {
		expected[of[s]] = true
	}
	for _, user := range must(enforcer(modelText(someAllows, "sub, obj, act, eft"), loaded).GetImplicitUsersForPermission("data", "read")) {
		given[user] = true
	}
	return compare("users of a permission", expected, given)
}

func ordered(r request) *failure {
	subjects, what := r.all("subjects"), strs("data", "read")
	if r.Op == "nearest_without_object" {
		what = strs("read")
	}
	of := names(subjects, "s")
	effect, fields := byNumber, "priority, sub, obj, act, eft"
	switch r.Op {
	case "nearest":
		effect, fields = bySubject, "sub, obj, act, eft"
	case "nearest_without_object":
		effect, fields = bySubject, "sub, act, eft"
	}
	var rules, roles lines
	for _, rule := range r.all("rules") {
		var line []string
		if effect == byNumber {
			line = strs(string(r.Objects[rule]["priority"]))
		}
		line = append(append(line, of[read[string](r.Objects[rule]["who"])]), what...)
		rules = append(rules, append(line, read[string](r.Objects[rule]["effect"])))
	}
	for _, s := range subjects {
		for _, role := range r.field(s, "roles") {
			roles = append(roles, strs(of[s], of[role]))
		}
	}
	text := modelText(effect, fields)
	var loaded lines
	if r.Op != "unloaded" {
		for _, role := range roles {
			loaded = append(loaded, append(strs("g"), role...))
		}
	}
	var made *casbin.Enforcer
	switch r.Op {
	case "one_by_one", "together":
		made = enforcer(text, loaded)
	case "unloaded":
		made = must(casbin.NewEnforcer(must(model.NewModelFromString(text))))
		for _, role := range roles {
			must(made.AddGroupingPolicy(values(role)...))
		}
	default:
		for _, rule := range rules {
			loaded = append(loaded, append(strs("p"), rule...))
		}
		made = enforcer(text, loaded)
	}
	switch r.Op {
	case "one_by_one", "unloaded":
		for _, rule := range rules {
			must(made.AddPolicy(values(rule)...))
		}
	case "together":
		must(made.AddPolicies(rules))
	}
	expected, given := map[string]bool{}, map[string]bool{}
	for _, s := range r.all("allowed") {
		expected[of[s]] = true
	}
	for _, s := range subjects {
		if must(made.Enforce(values(append(strs(of[s]), what...))...)) {
			given[of[s]] = true
		}
	}
	return compare(effect, expected, given)
}

func judge(r request) (found *failure) {
	defer func() {
		if thrown := recover(); thrown != nil {
			found = &failure{fmt.Sprint("an error: ", thrown), ""}
		}
	}()
	switch r.Op {
	case "roles", "chain":
		return inDomains(r, false)
	case "domains":
		return inDomains(r, true)
	case "users":
		return users(r)
	default:
		return ordered(r)
	}
}

func main() {
	requests := bufio.NewReader(os.Stdin)
	must(requests.ReadBytes('\n')) // the header: what types there are
	fmt.Println(`{"ready":true,"window":64}`)
	for {
		line, err := requests.ReadBytes('\n')
		if err != nil {
			return
		}
		r := read[request](line)
		reply := map[string]interface{}{"id": r.ID, "pass": true}
		if found := judge(r); found != nil {
			reply = map[string]interface{}{"id": r.ID, "fail": map[string]string{"cause": found.cause, "message": found.message}}
		}
		fmt.Println(string(must(json.Marshal(reply))))
	}
}
