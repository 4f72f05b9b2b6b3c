package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
)

type Graph map[string]struct{ Edges []string }

// The code under test: each node before those that its edges lead to.
func order(graph Graph) []string {
	var nodes, found []string
	entering := map[string]int{}
	for node, fields := range graph {
		nodes = append(nodes, node)
		for _, to := range fields.Edges {
			entering[to]++
		}
	}
	sort.Strings(nodes) // Go's maps have no order: the same input must give the same answer
	seen := map[string]bool{}
	for _, node := range nodes {
		if entering[node] == 0 {
			found = append(found, node)
		}
	}
	for at := 0; at < len(found); at++ {
		for _, to := range graph[found[at]].Edges {
			if !seen[to] { // the fault: a node must wait for all edges that enter it, not for the first
				seen[to] = true
				found = append(found, to)
			}
		}
	}
	return found
}

func main() {
	requests, replies := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	requests.ReadString('\n') // the header: what types there are
	replies.Encode(map[string]any{"ready": true})
	for decoder := json.NewDecoder(requests); ; {
		var request struct {
			ID      int
			Objects Graph
		}
		if decoder.Decode(&request) != nil {
			return // there are no more inputs
		}
		found, place := order(request.Objects), map[string]int{}
		for at, node := range found {
			place[node] = at
		}
		reply := map[string]any{"id": request.ID, "pass": true}
		for node, fields := range request.Objects {
			for _, to := range fields.Edges {
				if place[node] >= place[to] {
					failure := map[string]string{"cause": "an edge leads back", "message": fmt.Sprint(found)}
					reply = map[string]any{"id": request.ID, "fail": failure}
				}
			}
		}
		replies.Encode(reply)
	}
}
