import type { Access, AnyCall, Kind } from '@agency-support/contract/call'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ServerConfig } from '../settings/config.ts'
import { listFields } from './field-rows.ts'
import { toJsonSchema } from './json-schema.ts'
import { conventions, formatLimit, formatPermissions, servedCalls } from './openapi.ts'
import { requestHeaders } from './request-headers.ts'

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem;color-scheme:light dark}
h2{margin:2.5rem 0 0;text-transform:capitalize}article{border-top:1px solid #8885;padding:1rem 0}h3{margin:0;font-size:1rem}
code{font-family:ui-monospace,monospace}table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;
padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid #8883}p{margin:.25rem 0}nav a{margin-right:1rem}`

/** Lets the content security policy allow the inline style of this page and no other. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function fieldTable(caption: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const rows = listFields(toJsonSchema(schema, io)).map(
    ({ path, type, limits, meaning, required }) =>
      `<tr><th scope="row"><code>${escape(path)}</code></th><td>${escape(type)}${required ? '' : ', optional'}</td><td>${escape(limits)}</td><td>${escape(meaning)}</td></tr>`,
  )
  if (rows.length === 0) return ''
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Limits</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const callers: Readonly<Record<Access, string>> = {
  anyone: 'anybody',
  restricted: 'whoever is signed in, also before a password that must be changed is',
  session: 'whoever is signed in',
  staff: 'members of staff',
  agent: 'software of agencies, by its key',
  provider: 'webhooks of providers',
}

const kinds: Readonly<Record<Kind, string>> = {
  read: 'Changes nothing.',
  audited: 'Changes nothing, and is written down in the journal.',
  write: 'Changes something, which is written down in the journal.',
  signal: 'Changes nothing that is written down in the journal.',
}

function article(call: AnyCall): string {
  const { at } = call
  const field = at.form === 'nested' ? 'Command' : 'command'
  const command = 'command' in at ? ` {"${field}": "${at.command}", …}` : ''
  const needs = formatPermissions(call)
  const refusals = Object.values(call.refusals).map(
    ([code, says]) => `<li>code ${code}: ${escape(says)}</li>`,
  )
  const answer =
    call.answer.form === 'bare' ? call.answer.body : 'item' in call.answer ? call.answer.item : undefined
  const headers = requestHeaders([call]).map(({ name }) => `<code>${String(name)}</code>`)
  return `<article><h3><code>${call.at.method} ${escape(call.at.path)}${escape(command)}</code></h3><p>${escape(call.about)}</p>
<p>For ${callers[call.access]}${needs === '' ? '' : `; needs ${escape(needs)}`}. ${kinds[call.kind]} ${formatLimit(call)}</p>
${headers.length === 0 ? '' : `<p>Takes the header ${headers.join(', ')}.</p>`}
${fieldTable('Input', call.input, 'input')}${answer === undefined ? '' : fieldTable(`Answer (${call.answer.form})`, answer, 'output')}
${refusals.length === 0 ? '' : `<p>Refusals</p><ul>${refusals.join('')}</ul>`}</article>`
}

/** The contract as an HTML page: every call with its input, answer, permissions and refusals. No script. */
export function openApiPage(config: Pick<ServerConfig, 'signInByGet'>): string {
  const modules = Map.groupBy(servedCalls(config), ({ module }) => module)
  const links = [...modules.keys()].map((module) => `<a href="#${module}">${module}</a>`)
  const sections = [...modules].map(
    ([module, calls]) => `<section><h2 id="${module}">${module}</h2>${calls.map(article).join('')}</section>`,
  )
  const rules = conventions.slice(1).map((says) => `<p>${escape(says)}</p>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Calls – Agency Support</title><style>${style}</style></head><body><main><h1>Calls of Agency Support</h1>
<p>The same contract the server checks; also as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${rules.join('')}<nav aria-label="Modules">${links.join('')}</nav>${sections.join('')}</main></body></html>`
}
