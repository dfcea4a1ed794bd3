// Package pinned names what the tests fetch: a maker of clients, and what made clients are built on.
package pinned

import (
	_ "github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
	_ "github.com/oapi-codegen/oapi-codegen/v2/pkg/util"
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/oapi-codegen/runtime/types"
	_ "gopkg.in/validator.v2"
)
