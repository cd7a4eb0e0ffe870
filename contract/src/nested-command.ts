/**
 * POST with a JSON body in which `Command` (with a capital letter) names the call, and a field of that name contains
 * its input; success has code 200 instead of 0 (spec-001 §7.5, D-05).
 */
export interface NestedWire {
  form: 'nested'
  method: 'POST'
  path: string
  command: string
}

/** The code of success in this form. */
export const nestedOk = 200

/** `POST path {Command: name, name: {…}}`. */
export function nested(path: string, name: string): NestedWire {
  return { form: 'nested', method: 'POST', path, command: name }
}

/** The body of a command in this form. */
export function nestedBody({ command }: NestedWire, input: unknown): Record<string, unknown> {
  return { Command: command, [command]: input }
}
