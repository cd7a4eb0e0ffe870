/**
 * POST with a JSON body whose capital-letter `Command` names the call and whose field of that name holds its
 * input; success has code 200 instead of 0 (spec-001 §7.5, D-05).
 */
export interface NestedWire {
  form: 'nested'
  method: 'POST'
  path: string
  command: string
}

/** The code of an envelope that succeeded in this form. */
export const nestedOk = 200

/** `POST path {Command: name, name: {…}}`. */
export function nested(path: string, name: string): NestedWire {
  return { form: 'nested', method: 'POST', path, command: name }
}

/** The body that carries a command of this form. */
export function nestedBody({ command }: NestedWire, input: unknown): Record<string, unknown> {
  return { Command: command, [command]: input }
}
