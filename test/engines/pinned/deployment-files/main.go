// Reads deployment files the way the tools do that people deploy them with, and prints them as JSON.
//
//	deployment-files kustomize FOLDER            a list of manifests
//	deployment-files compose FILE ENV_FILE       the project, with its variables filled in
//	deployment-files yaml FILE                   a list of documents
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	result, err := run(os.Args[1:])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(result)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) (any, error) {
	switch {
	case len(args) == 2 && args[0] == "kustomize":
		return kustomize(args[1])
	case len(args) == 3 && args[0] == "compose":
		return compose(args[1], args[2])
	case len(args) == 2 && args[0] == "yaml":
		content, err := os.ReadFile(args[1])
		if err != nil {
			return nil, err
		}
		return documents(content)
	}
	return nil, errors.New("usage: kustomize FOLDER | compose FILE ENV_FILE | yaml FILE")
}

func kustomize(folder string) (any, error) {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return nil, err
	}
	content, err := built.AsYaml()
	if err != nil {
		return nil, err
	}
	return documents(content)
}

// The environment of this process must not fill in what the file lacks.
func compose(file, envFile string) (any, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithEnvFiles(envFile), cli.WithDotEnv)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	content, err := project.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return json.RawMessage(content), nil
}

func documents(content []byte) (any, error) {
	found := []any{}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	for {
		var document any
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		if document != nil {
			found = append(found, document)
		}
	}
}
