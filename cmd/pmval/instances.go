package main

import "strings"

const separators = ", \t\n"

// appendInstances appends the names in an argument of -i. Commas or white space
// separate names, unless quoted; any character after a closing quotation mark is a
// separator.
func appendInstances(names []string, list string) []string {
	for {
		list = strings.TrimLeft(list, separators)
		if list == "" {
			return names
		}
		var name string
		if quote := list[0]; quote == '\'' || quote == '"' {
			name, list, _ = strings.Cut(list[1:], string(quote))
		} else {
			end := strings.IndexAny(list, separators)
			if end < 0 {
				end = len(list)
			}
			name, list = list[:end], list[end:]
		}
		names = append(names, name)
		if list != "" {
			list = list[1:]
		}
	}
}
