/** Counts the values that ajv validates: API bodies, claims of credentials. */
import { createRequire } from 'node:module';
import { add } from './counts.ts';

interface Compiler {
  readonly prototype: { compile: (...args: unknown[]) => (value: unknown) => boolean };
}

/** As the services load it. */
const require = createRequire(import.meta.resolve('@countersign/shared/http/validate'));
const compilers: readonly Compiler[] = [require('ajv').Ajv, require('ajv/dist/2020.js').Ajv2020];

for (const { prototype } of compilers) {
  const { compile } = prototype;
  prototype.compile = function counted(...args) {
    return new Proxy(compile.apply(this, args), {
      apply: (validate, self, given) => {
        add('schema validations');
        return Reflect.apply(validate, self, given);
      },
    });
  };
}
