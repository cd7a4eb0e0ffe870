import { z } from 'zod'
import { many, one, raw, text } from '../answer.ts'
import { read, moduleCalls } from '../call.ts'
import { event } from '../event.ts'
import { command, get } from '../wire.ts'

/** Names of the switches that the console knows. */
export const SwitchName = { use6xNavigation: 'Use6xNavigation' } as const

const FeatureSwitch = z.object({
  name: z.string().describe('For example Use6xNavigation.'),
  enabled: z.boolean().describe('Off when the switches cannot be loaded.'),
})

export const ClientConfig = z.object({
  providerName: z.string().describe("The provider's name, shown before 'Agency Support' in the top bar."),
  environment: z.string().describe('local, dev, qa, po, live, app or production.'),
  helpCentreUrl: z.string().describe('Address of the external help centre; empty when not configured.'),
  build: z.string().describe('Identifies the running build, so that a console can notice that it is old.'),
  statusSiteUrl: z
    .string()
    .describe('Address of the external status site of this environment; empty when not configured.'),
  frames: z
    .object({
      hosts: z
        .record(z.string(), z.string())
        .describe('Host name or suffix to environment key; exact hosts win.'),
      self: z.string().describe('Host that counts as production; empty for none.'),
      bases: z
        .record(z.string(), z.record(z.string(), z.string()))
        .describe('Environment key (dev, qa, po, live, app, production) to site key to base address.'),
    })
    .describe('Where the pages of the management site are framed from (B-09).'),
})
export type ClientConfig = z.infer<typeof ClientConfig>

/** Environments with a plain chip because they contain real agencies; all others are marked as test environments. */
export const realEnvironments: readonly string[] = ['live', 'app', 'production']

/** Events of this module without a call: switches are changed on the command line. */
export const switchEvents = [event('switches.changed', 'Feature switch changed')] as const

export const switches = moduleCalls('switches', {
  environment: read({
    about: 'The name of this environment as plain text.',
    at: get('/api/environment'),
    access: 'anyone',
    input: z.object({}),
    answer: text(),
  }),
  clientConfig: read({
    about: 'Public settings of this installation.',
    at: get('/api/client-config'),
    access: 'anyone',
    input: z.object({}),
    answer: one(ClientConfig),
  }),
  featureSwitches: read({
    about: 'Which features are on.',
    at: command('/api/request', 'GetFeatureSwitches'),
    access: 'session',
    input: z.object({}),
    answer: many(FeatureSwitch),
  }),
  openapi: read({
    about: 'This contract as OpenAPI 3.1.',
    at: get('/api/openapi.json'),
    access: 'staff',
    input: z.object({}),
    answer: raw('application/json; charset=utf-8'),
  }),
  agentOpenapi: read({
    about: 'The agents’ protocol as OpenAPI 3.1.',
    at: get('/agent/v1/openapi.json'),
    access: 'agent',
    input: z.object({}),
    answer: raw('application/json; charset=utf-8'),
  }),
  apiPage: read({
    about: 'The contract as a page to read.',
    at: get('/api/docs'),
    access: 'staff',
    input: z.object({}),
    answer: raw('text/html; charset=utf-8'),
  }),
})
