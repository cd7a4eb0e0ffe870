import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type DatabaseSettings,
  directUrlSetting,
  readDatabaseUrl,
  readPooler,
  readReplica,
} from './database.ts'
import { type FileSettings, folderSettings, readFileSettings } from './files.ts'
import { KeyRing } from './key-ring.ts'
import {
  certificateKeySetting,
  type KeySetting,
  readKeys,
  sealKeySetting,
  secretKeySetting,
  serviceKeySetting,
} from './keys.ts'
import { type LogLevel, logLevels } from '../lib/log.ts'
import {
  environments,
  type FrameSettings,
  isOnThisMachine,
  readBaseUrl,
  readFrames,
  readNetworks,
  readOrigins,
  readPageAddress,
  readServiceHosts,
  readStatusSites,
  readTraces,
  type HostsOfServices,
} from './external-sites.ts'
import { createReader, type Env, type Problem, type SettingReader } from './reader.ts'
import { readWebhooks, type WebhookSettings } from './webhooks.ts'
import { type ProviderSettings, readProviders } from '../providers/providers.ts'

/** All settings from outside; only this file reads the environment. */
export interface ServerConfig extends ProviderSettings, DatabaseSettings {
  /** Also starts on a database that the next release has already migrated. */
  allowNewerSchema: boolean
  /** Connections in each of the two pools. */
  poolSize: number
  /** Serving processes, supervised by one more; with 1, this process serves alone. */
  workers: number
  host: string
  /** 0 takes any free port. With `localhost` as host it listens on 127.0.0.1 and ::1. */
  port: number
  /** Address that serves only `/metrics`; undefined disables it. */
  metrics: { host: string; port: number } | undefined
  /** OTLP endpoint for traces, without /v1/traces; undefined disables them. */
  tracesEndpoint: string | undefined
  /** The origin people type, for example https://support.example.com; decides cookies and same-origin checks (D-10). */
  publicOrigin: string
  environment: string
  providerName: string
  helpCentreUrl: string
  /** URL of the status site by environment key or `default`. */
  statusSites: Readonly<Record<string, string>>
  /** Pages of the management site that the console shows in a frame. */
  frames: FrameSettings
  /** Origins of services on other hosts; if empty, this server answers their calls. */
  services: HostsOfServices
  /** Keys by which those services recognise our requests, the newest signs; empty without such services. */
  serviceKeys: KeyRing
  /** What proves that a webhook request comes from its provider. */
  webhooks: WebhookSettings
  /** Where agencies' files are stored. */
  files: FileSettings
  /** Origins that may frame the console; may be empty. */
  frameAncestors: readonly string[]
  /** Serves the documented sign-in by GET. */
  signInByGet: boolean
  /** SameSite=None for a back office on another site. */
  cookieCrossSite: boolean
  /** Keys of the journal's seals, at least 32 bytes each; never stored in the database. */
  sealKeys: KeyRing
  /** Keys that encrypt second factors and products' API secrets and sign known browsers, 32 bytes each; never stored. */
  secretKeys: KeyRing
  /** Keys of the tokens of published certificates, 32 bytes each; the newest makes new tokens. */
  certificateKeys: KeyRing
  /** Base URL of published certificates without a trailing slash; a token is appended. */
  certificateBaseUrl: string
  /** Requests per ten seconds for one agency's software. */
  agentRate: number
  /** Bytes of files that an agency's software may announce per day; at least the size of the largest file. */
  agentUploadBytes: number
  /** Seconds for which an agency's software may hold a command without reporting. */
  commandLeaseSeconds: number
  /** Addresses of trusted proxies, whose X-Forwarded-For is believed; may be empty. */
  trustedProxies: readonly string[]
  /** Folder of the built console; if undefined, only calls are served. */
  consoleFolder: string | undefined
  /** Checks every answer against the contract and fails on a mismatch, instead of checking a sample. */
  strictAnswers: boolean
  /** Requests per ten seconds for one session. */
  sessionRate: number
  /** Time limit for receiving a request, and how often it is checked; 30 and 5 seconds by default. */
  arrival?: { withinMs: number; checkEveryMs: number }
  /** How long a stopping server keeps answering, so that a proxy notices before its port closes. */
  drainSeconds: number
  /** Identifies the build, so that an open console can say that a new one is available. */
  build: string
  /** 'silent' in tests. */
  logLevel: LogLevel
  /** Whether each request is logged, at level info. */
  accessLog: boolean
}

/** Everything that is wrong with the settings, one sentence each. */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem'
  readonly sentences: readonly string[]
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}

const whyDatabase =
  'the address of the PostgreSQL database, for example postgresql://user@host/agency_support.'

const bytesPerGb = 1_000_000_000

/** Throws ConfigProblem with a sentence for every missing or unusable value. */
function readAll<T>(env: Env, read: (reader: SettingReader) => T): T {
  const problems: string[] = []
  const settings = read(createReader(env, (sentence) => void problems.push(sentence)))
  if (problems.length > 0) throw new ConfigProblem(problems)
  return settings
}

/** Settings for production. Throws ConfigProblem. */
export function readConfig(env: Env = process.env): ServerConfig {
  return readAll(env, readServerConfig)
}

function readServerConfig(reader: SettingReader): ServerConfig {
  const { need, text, whole, choice, flag, problem } = reader
  const publicOrigin = parseOrigin(
    need('PUBLIC_ORIGIN', 'the origin people open, for example https://support.example.com.'),
    problem,
  )
  const frames = readFrames(reader, publicOrigin)
  const getKeys = (setting: KeySetting): KeyRing =>
    readKeys(setting, need(setting.name, setting.why), problem)
  const config: ServerConfig = {
    databaseUrl: readDatabaseUrl(need('DATABASE_URL', whyDatabase), problem),
    databasePooler: readPooler(reader),
    databaseReplica: readReplica(reader),
    publicOrigin,
    environment: need('ENVIRONMENT', `one of ${environments.join(', ')}.`),
    providerName: need('PROVIDER_NAME', "the provider's name as the top bar shows it."),
    sealKeys: getKeys(sealKeySetting),
    secretKeys: getKeys(secretKeySetting),
    ...readCertificates(reader),
    helpCentreUrl: readPageAddress('HELP_CENTRE_URL', reader),
    statusSites: readStatusSites(reader),
    frames,
    ...readServices(reader, publicOrigin, frames),
    ...readProviders(reader),
    webhooks: readWebhooks(reader),
    files: readFileSettings(reader),
    frameAncestors: readOrigins('FRAME_ANCESTORS', reader),
    poolSize: whole('POOL_SIZE', 10, 200, 1),
    workers: whole('WORKERS', 1, 64, 1),
    host: text('HOST', '127.0.0.1'),
    port: whole('PORT', 4000, 65_535),
    metrics:
      text('METRICS_PORT', '') === ''
        ? undefined
        : { host: text('METRICS_HOST', '127.0.0.1'), port: whole('METRICS_PORT', 0, 65_535) },
    tracesEndpoint: readTraces(text('OTEL_EXPORTER_OTLP_ENDPOINT', ''), problem),
    allowNewerSchema: flag('ALLOW_NEWER_SCHEMA'),
    signInByGet: flag('SIGNIN_GET'),
    cookieCrossSite: flag('COOKIE_CROSS_SITE'),
    trustedProxies: readNetworks('TRUSTED_PROXIES', reader),
    sessionRate: whole('SESSION_RATE', 600, 1_000_000, 1),
    agentRate: whole('AGENT_RATE', 600, 1_000_000, 1),
    agentUploadBytes: whole('AGENT_UPLOAD_GB', 20, 100_000, 5) * bytesPerGb,
    commandLeaseSeconds: whole('COMMAND_LEASE_SECONDS', 60, 3_600, 5),
    drainSeconds: whole('DRAIN_SECONDS', 2, 5),
    consoleFolder: fileURLToPath(new URL('../../../web/dist/', import.meta.url)),
    strictAnswers: false,
    build: text('BUILD', 'unknown'),
    logLevel: choice('LOG_LEVEL', logLevels),
    accessLog: choice('ACCESS_LOG', ['on', 'off']) === 'on',
  }
  if (config.environment !== '' && !environments.includes(config.environment))
    problem(`ENVIRONMENT must be one of ${environments.join(', ')}, not "${config.environment}".`)
  return config
}

function parseOrigin(text: string, problem: Problem): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.origin === text.replace(/\/$/, '')
  ) {
    // Over plain http anybody on the network could read the cookie.
    if (url.protocol === 'http:' && !isOnThisMachine(url))
      problem(`PUBLIC_ORIGIN must begin with https:// unless it is on this machine, not "${text}".`)
    return url.origin
  }
  problem(`PUBLIC_ORIGIN must be an origin such as https://support.example.com, not "${text}".`)
  return ''
}

/** Hosts that answer groups of calls, and the keys by which they recognise us. */
function readServices(
  reader: SettingReader,
  publicOrigin: string,
  frames: FrameSettings,
): Pick<ServerConfig, 'services' | 'serviceKeys'> {
  const { text, problem } = reader
  const services = readServiceHosts(reader, publicOrigin, frames)
  const key = text(serviceKeySetting.name, '')
  if (key === '' && Object.keys(services).length > 0)
    problem(`${serviceKeySetting.name} is missing: ${serviceKeySetting.why}`)
  return { services, serviceKeys: readKeys(serviceKeySetting, key, problem) }
}

/** The keys and the base URL of published certificates. */
function readCertificates({
  need,
  problem,
}: SettingReader): Pick<ServerConfig, 'certificateKeys' | 'certificateBaseUrl'> {
  const { name, why } = certificateKeySetting
  const baseUrl = need(
    'CERTIFICATE_BASE_URL',
    'where clients fetch published certificates, for example https://certificates.example.com.',
  )
  return {
    certificateKeys: readKeys(certificateKeySetting, need(name, why), problem),
    certificateBaseUrl: readBaseUrl('CERTIFICATE_BASE_URL', baseUrl, problem),
  }
}

/** Settings of the command line: the database, and the keys for the verbs that need them. */
export interface CliConfig {
  databaseUrl: string
  allowNewerSchema?: boolean | undefined
  sealKeys?: KeyRing | undefined
  secretKeys?: KeyRing | undefined
  /** Reads where agencies' files are stored, when a verb needs it. Throws ConfigProblem. */
  files?: (() => FileSettings) | undefined
}

/** Settings of the command line. Throws ConfigProblem without a database, and for malformed keys. */
export function readCliConfig(env: Env = process.env): CliConfig {
  return { ...readAll(env, readDatabaseAndKeys), files: () => readAll(env, readFileSettings) }
}

function readDatabaseAndKeys({ need, text, flag, problem }: SettingReader): CliConfig {
  const getKeys = (setting: KeySetting): KeyRing | undefined => {
    const given = text(setting.name, '')
    return given === '' ? undefined : readKeys(setting, given, problem)
  }
  // A verb runs for long in one session, which a pooler would break.
  return {
    databaseUrl: text(directUrlSetting, need('DATABASE_URL', whyDatabase)),
    allowNewerSchema: flag('ALLOW_NEWER_SCHEMA'),
    sealKeys: getKeys(sealKeySetting),
    secretKeys: getKeys(secretKeySetting),
  }
}

/** The part of our environment that child processes inherit: nothing that looks like a secret. */
export function readInheritedEnv(env: Env = process.env): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (
      value !== undefined &&
      !/DATABASE_(?:DIRECT_|REPLICA_)?URL|KEY|SECRET|PASSWORD|TOKEN|CONNECTION|CREDENTIAL|HEADERS|^AGENCY_/i.test(
        name,
      )
    )
      kept[name] = value
  return kept
}

/** Settings for the sandbox and for tests: the defaults, everything local, no secrets; override what differs. */
export function sandboxConfig(
  given: Pick<ServerConfig, 'databaseUrl'> & Partial<ServerConfig>,
): ServerConfig {
  const port = given.port ?? 0
  return {
    ...readServerConfig(createReader({}, () => undefined)),
    port,
    publicOrigin: `http://localhost:${port}`,
    environment: 'local',
    providerName: 'Harborlight',
    helpCentreUrl: 'https://help.harborlight.example/',
    statusSites: { default: 'https://status.harborlight.example/' },
    serviceKeys: new KeyRing('SERVICE_KEY', [Buffer.from('sandbox-only-service-key-32-bytes')]),
    // One folder per database, so that concurrent tests see only their own files.
    files: folderSettings(
      join(tmpdir(), 'agency-support-files', hash('sha256', given.databaseUrl).slice(0, 16)),
    ),
    sealKeys: new KeyRing('JOURNAL_SEAL_KEY', [Buffer.from('sandbox-only-seal-key-sandbox-only')]),
    secretKeys: new KeyRing('SECRET_KEY', [Buffer.from('sandbox-only-secret-key-32-bytes')]),
    certificateKeys: new KeyRing('CERTIFICATE_KEY', [Buffer.from('sandbox-certificate-key-32-bytes')]),
    certificateBaseUrl: 'https://certificates.harborlight.example',
    consoleFolder: undefined,
    strictAnswers: true,
    drainSeconds: 0,
    build: 'sandbox',
    logLevel: 'warn',
    accessLog: false,
    ...given,
  }
}
