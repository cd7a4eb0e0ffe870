import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, readCliConfig, readConfig, readInheritedEnv, sandboxConfig } from './config.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')

const whole = {
  DATABASE_URL: 'postgresql://user@host/agency_support',
  PUBLIC_ORIGIN: 'https://support.example.com',
  ENVIRONMENT: 'live',
  PROVIDER_NAME: 'Acme',
  JOURNAL_SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
  SECRET_KEY: Buffer.alloc(32, 2).toString('base64'),
  CERTIFICATE_KEY: Buffer.alloc(32, 3).toString('base64'),
  CERTIFICATE_BASE_URL: 'https://certificates.example.com',
  FILE_STORE_DIR: '/var/lib/files',
}

/** The problems reported for these settings. */
function findProblems(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigProblem) return error.sentences
    throw error
  }
}

describe('production', () => {
  test('takes what it must be told, and sensible values for the rest', () => {
    expect(readConfig(whole)).toMatchObject({
      databaseUrl: 'postgresql://user@host/agency_support',
      publicOrigin: 'https://support.example.com',
      environment: 'live',
      providerName: 'Acme',
      sealKeys: { all: [{ key: Buffer.alloc(32, 1) }] },
      secretKeys: { all: [{ key: Buffer.alloc(32, 2) }] },
      host: '127.0.0.1',
      port: 4000,
      workers: 1,
      signInByGet: false,
      cookieCrossSite: false,
      trustedProxies: [],
      frameAncestors: [],
      strictAnswers: false,
      files: { kept: { in: 'folder', folder: '/var/lib/files' }, spool: '/var/lib/files/spool' },
    })
  })

  test('leads through a pooler only with an address past it, and never tells that', () => {
    expect(readConfig(whole).databasePooler).toBeUndefined()
    const directUrl = 'postgresql://user:secret@host/agency_support'
    const pooled = { ...whole, DATABASE_DIRECT_URL: directUrl, DATABASE_PREPARED_STATEMENTS: 'off' }
    expect(readConfig(pooled).databasePooler).toEqual({ directUrl, prepares: false })
    expect(readConfig({ ...pooled, DATABASE_PREPARED_STATEMENTS: '' }).databasePooler).toEqual({
      directUrl,
      prepares: true,
    })
    expect(findProblems({ ...whole, DATABASE_PREPARED_STATEMENTS: 'off' })).toEqual([
      'DATABASE_DIRECT_URL is missing: the same database past the pooler, for DATABASE_PREPARED_STATEMENTS is off.',
    ])
    expect(findProblems({ ...pooled, DATABASE_DIRECT_URL: 'user:secret@host' })[0]).toBe(
      'DATABASE_DIRECT_URL must be an address such as postgresql://user@host/agency_support.',
    )
    expect(findProblems({ ...pooled, DATABASE_PREPARED_STATEMENTS: 'no' })).toEqual([
      'DATABASE_PREPARED_STATEMENTS must be one of on, off, not "no".',
    ])
    expect(readInheritedEnv(pooled)).not.toHaveProperty('DATABASE_DIRECT_URL')
    expect(readCliConfig(pooled).databaseUrl).toBe(directUrl)
    expect(readCliConfig(whole).databaseUrl).toBe(whole.DATABASE_URL)
  })

  test('reads from a replica only where one is set, and never tells its address', () => {
    expect(readConfig(whole).databaseReplica).toBeUndefined()
    const url = 'postgresql://user:secret@replica/agency_support'
    const replica = { ...whole, DATABASE_REPLICA_URL: url }
    expect(readConfig(replica).databaseReplica).toEqual({ url, maxLagMs: 1_000 })
    const patient = { ...replica, DATABASE_REPLICA_LAG_SECONDS: '5' }
    expect(readConfig(patient).databaseReplica).toEqual({ url, maxLagMs: 5_000 })
    expect(findProblems({ ...whole, DATABASE_REPLICA_URL: 'user:secret@replica' })).toEqual([
      'DATABASE_REPLICA_URL must be an address such as postgresql://user@host/agency_support.',
    ])
    expect(findProblems({ ...replica, DATABASE_REPLICA_LAG_SECONDS: '61' })).toEqual([
      'DATABASE_REPLICA_LAG_SECONDS must be a whole number from 0 to 60, not "61".',
    ])
    expect(readInheritedEnv(replica)).not.toHaveProperty('DATABASE_REPLICA_URL')
  })

  test('sends traces nowhere unless an address is given', () => {
    expect(readConfig(whole).tracesEndpoint).toBeUndefined()
    const traces = { ...whole, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(readConfig(traces).tracesEndpoint).toBe('http://collector:4318')
  })

  test('answers /metrics nowhere without a port, and on this machine alone unless told', () => {
    expect(readConfig(whole).metrics).toBeUndefined()
    expect(readConfig({ ...whole, METRICS_HOST: '10.0.0.1' }).metrics).toBeUndefined()
    expect(readConfig({ ...whole, METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 })
    const both = { METRICS_PORT: '9100', METRICS_HOST: '10.0.0.1' }
    expect(readConfig({ ...whole, ...both }).metrics).toEqual({ host: '10.0.0.1', port: 9100 })
  })

  test.each(Object.keys(whole))('does not start without %s, and says what it is', (name) => {
    for (const value of [undefined, '', '   ']) {
      const [sentence, ...more] = findProblems({ ...whole, [name]: value })
      expect(sentence).toMatch(new RegExp(`^${name} is missing: .{20,}`))
      expect(more).toEqual([])
    }
  })

  test.each([' ', ',', ' \n', ', '])('takes several keys, the newest first, between %j', (between) => {
    const several = [key(3), key(4)].join(between)
    const { sealKeys, secretKeys } = readConfig({ ...whole, JOURNAL_SEAL_KEY: several, SECRET_KEY: several })
    for (const { all, newest } of [sealKeys, secretKeys]) {
      expect(all.map((one) => one.key)).toEqual([Buffer.alloc(32, 3), Buffer.alloc(32, 4)])
      expect(newest.key).toEqual(Buffer.alloc(32, 3))
      expect(new Set(all.map(({ id }) => id)).size).toBe(2)
    }
    // The same key has a different fingerprint in each setting, so that fingerprints do not reveal the reuse.
    expect(sealKeys.newest.id).not.toBe(secretKeys.newest.id)
  })

  test('says everything that is missing at once', () => {
    expect(findProblems({})).toHaveLength(Object.keys(whole).length)
  })

  test.each([
    ['LOG_LEVEL', 'loud', /must be one of info, warn, error, silent/],
    ['ACCESS_LOG', 'yes', /must be one of on, off/],
    ['SIGNIN_GET', 'true', /^SIGNIN_GET must be one of off, 1, not "true"\.$/],
    ['COOKIE_CROSS_SITE', 'on', /must be one of off, 1/],
    ['ALLOW_NEWER_SCHEMA', 'yes', /must be one of off, 1/],
    ['PUBLIC_ORIGIN', 'support.example.com', /must be an origin such as/],
    ['PUBLIC_ORIGIN', 'https://support.example.com/path', /must be an origin such as/],
    ['PUBLIC_ORIGIN', 'ftp://support.example.com', /must be an origin such as/],
    ['PUBLIC_ORIGIN', 'http://support.example.com', /must begin with https/],
    ['ENVIRONMENT', 'test', /must be one of local, dev, qa, po, live, app, production, not "test"/],
    ['DATABASE_URL', 'mysql://user:hunter2@host/x', /^DATABASE_URL must be an address such as [^2]+$/],
    ['DATABASE_URL', 'host=db user=me', /^DATABASE_URL must be an address such as/],
    ['JOURNAL_SEAL_KEY', 'c2hvcnQ=', /at least 32 bytes/],
    ['JOURNAL_SEAL_KEY', 'a passphrase that is long enough to be taken for a key', /at least 32 bytes/],
    ['SECRET_KEY', `${Buffer.alloc(32, 2).toString('base64').slice(0, -1)}!`, /must hold 32 bytes/],
    ['DRAIN_SECONDS', '6', /whole number from 0 to 5/],
    ['JOURNAL_SEAL_KEY', `${key(1)} c2hvcnQ=`, /at least 32 bytes/],
    ['JOURNAL_SEAL_KEY', `${key(1)} ${key(1)}`, /^JOURNAL_SEAL_KEY holds the same key twice\.$/],
    ['SECRET_KEY', `${key(1)}${key(2)}`, /^SECRET_KEY must hold 32 bytes in base64; several keys stand one/],
    ['CERTIFICATE_KEY', 'c2hvcnQ=', /^CERTIFICATE_KEY must hold 32 bytes in base64/],
    [
      'CERTIFICATE_BASE_URL',
      'http://certificates.example.com',
      /^CERTIFICATE_BASE_URL must be an https address/,
    ],
    [
      'CERTIFICATE_BASE_URL',
      'https://certificates.example.com/?a=1',
      /^CERTIFICATE_BASE_URL must be an https/,
    ],
    ['SECRET_KEY', Buffer.alloc(31).toString('base64'), /32 bytes/],
    ['PORT', '70000', /whole number from 0 to 65535, not "70000"/],
    ['PORT', 'http', /whole number/],
    ['METRICS_PORT', '70000', /whole number from 0 to 65535, not "70000"/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be an address .+ as http:\/\/127.0.0.1:4318/],
    [
      'HELP_CENTRE_URL',
      'javascript:alert(1)',
      /^HELP_CENTRE_URL must be an http or https address, not "java/,
    ],
    ['HELP_CENTRE_URL', 'help.example.com', /must be an http or https address/],
    ['STATUS_SITES', 'prod=https://status.example', /default or one of local, .+, production, not "prod"\.$/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?key=1', /must be an address without user/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:pass@collector:4318', /^[^@]+ without user [^@]+$/],
    ['CERTIFICATE_BASE_URL', 'https://user:pass@certificates.example.com', /must be an https address/],
    ['POOL_SIZE', '0', /whole number from 1 to 200, not "0"/],
    ['AGENT_RATE', '0', /whole number from 1/],
    // The largest file has 4 GiB; one that never fits would be announced again and again.
    ['AGENT_UPLOAD_GB', '4', /whole number from 5 to 100000, not "4"/],
    ['FRAME_ANCESTORS', 'https://a.example *;script-src', /^FRAME_ANCESTORS must hold origins such as/],
    ['FRAME_ANCESTORS', 'https://a.example/path', /not "https:\/\/a\.example\/path"/],
    ['TRUSTED_PROXIES', '10.0.0.1 proxy.example', /^TRUSTED_PROXIES must hold .+not "proxy\.example"/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /networks such as/],
    ['TRUSTED_PROXIES', '10.0.0.0/x8', /networks such as/],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8', /networks such as/],
    ['TRUSTED_PROXIES', 'fd00::/129', /networks such as/],
    ['SESSION_RATE', '1.5', /whole number/],
    ['FILE_STORE', 's3', /^FILE_STORE must be folder or azure, not "s3"\.$/],
  ])('does not start with %s=%s', (name, value, says) => {
    const problems = findProblems({ ...whole, [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(says)
  })

  const azure = {
    ...whole,
    FILE_STORE: 'azure',
    FILE_STORE_DIR: '',
    AZURE_POOL_CONNECTION_STRING: 'AccountName=pools',
    AZURE_AGENCY_CONNECTIONS_DIR: '/run/secrets/agencies',
    FILE_SPOOL_DIR: '/var/spool/files',
  }

  test('takes hosts that answer calls with the key alone by which they know us', () => {
    const hosts = { ...whole, SERVICE_HOSTS: 'live/user-api=https://users.example' }
    expect(findProblems(hosts)).toEqual([
      expect.stringMatching(/^SERVICE_KEY is missing: at least 32 random bytes/),
    ])
    expect(findProblems({ ...hosts, SERVICE_KEY: 'short' })).toEqual([
      expect.stringMatching(/^SERVICE_KEY must hold at least 32 bytes in base64/),
    ])
    expect(readConfig({ ...hosts, SERVICE_KEY: `${key(5)} ${key(4)}` })).toMatchObject({
      services: { live: { 'user-api': 'https://users.example' } },
      serviceKeys: { newest: { key: Buffer.alloc(32, 5) } },
    })
    expect(readConfig(whole).serviceKeys.all).toEqual([])
  })

  test('keeps files in Azure accounts when it is told their connections', () => {
    expect(readConfig(azure).files).toEqual({
      kept: {
        in: 'azure',
        poolConnection: 'AccountName=pools',
        agencyConnections: '/run/secrets/agencies',
      },
      spool: '/var/spool/files',
    })
  })

  test.each(['AZURE_POOL_CONNECTION_STRING', 'AZURE_AGENCY_CONNECTIONS_DIR', 'FILE_SPOOL_DIR'])(
    'does not keep files in Azure accounts without %s',
    (name) => {
      expect(findProblems({ ...azure, [name]: '' })).toEqual([
        expect.stringMatching(`^${name} is missing: .{20,}`),
      ])
    },
  )

  test.each(['local', 'dev', 'qa', 'po', 'live', 'app', 'production'])(
    '[SHELL-18] runs in the environment %s',
    (environment) => {
      expect(readConfig({ ...whole, ENVIRONMENT: environment }).environment).toBe(environment)
    },
  )

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'https://support.example.com/'])(
    'may be opened at %s',
    (origin) => {
      expect(readConfig({ ...whole, PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin.replace(/\/$/, ''))
    },
  )

  test('an empty value counts as none given', () => {
    expect(readConfig({ ...whole, HOST: ' ', PORT: '', BUILD: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      build: 'unknown',
    })
  })

  test('what can be switched is off or on as it says', () => {
    const switches = { SIGNIN_GET: '1', COOKIE_CROSS_SITE: '1', ALLOW_NEWER_SCHEMA: '1', ACCESS_LOG: 'off' }
    const off = { signInByGet: false, cookieCrossSite: false, allowNewerSchema: false, accessLog: true }
    expect(readConfig(whole)).toMatchObject(off)
    expect(readConfig({ ...whole, ...switches })).toMatchObject({
      signInByGet: true,
      cookieCrossSite: true,
      allowNewerSchema: true,
      accessLog: false,
    })
  })

  test('lists are words', () => {
    const config = readConfig({
      ...whole,
      FRAME_ANCESTORS: 'https://a.example  https://b.example',
      TRUSTED_PROXIES: '10.0.0.1 10.1.0.0/16 10.2.0.1/32 fd00::/8',
    })
    expect(config.frameAncestors).toEqual(['https://a.example', 'https://b.example'])
    expect(config.trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16', '10.2.0.1/32', 'fd00::/8'])
  })
})

test('the sandbox needs nothing but a database, and what is given wins', () => {
  const config = sandboxConfig({ databaseUrl: 'postgresql:///x', port: 4001, environment: 'dev' })
  expect(config).toMatchObject({
    publicOrigin: 'http://localhost:4001',
    environment: 'dev',
    strictAnswers: true,
  })
  expect(config.sealKeys.newest.key.length).toBeGreaterThanOrEqual(32)
})

test.each([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'JOURNAL_SEAL_KEY',
  'SECRET_KEY',
  'CERTIFICATE_KEY',
  'SERVICE_KEY',
  'AZURE_POOL_CONNECTION_STRING',
  'AZURE_AGENCY_CONNECTIONS_DIR',
  'BACKOFFICE_TOKEN',
  'ESIGN_CLIENT_SECRET',
  'SENDGRID_API_KEY_5X',
  'SENDGRID_API_KEY_6X',
  'BANDWIDTH_CLIENT_SECRET',
  'BANDWIDTH_WEBHOOK_CREDENTIALS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PGPASSWORD',
])('child processes do not inherit %s', (name) => {
  expect(readInheritedEnv({ PATH: '/bin', [name]: 'a secret' })).toEqual({ PATH: '/bin' })
})

/** Settings without which others are not looked at. */
const allParts = {
  FILE_STORE: 'azure',
  METRICS_PORT: '9464',
  BACKOFFICE_BASE_URL: 'https://office.example.com',
  ESIGN_BASE_URL: 'https://esign.example.com',
  BANDWIDTH_ACCOUNT_ID: '1',
  SERVICE_HOSTS: 'live/user-api=https://users.example.com',
  DATABASE_REPLICA_URL: 'postgresql://user@replica/agency_support',
}

test('the page for operators lists exactly the settings that are read', () => {
  const read = new Set<string>()
  for (const part of [{}, allParts]) {
    const given: Record<string, string> = { ...whole, ...part }
    const watched = new Proxy(given, {
      get: (env, name: string) => {
        read.add(name)
        return env[name]
      },
    })
    findProblems(watched)
  }
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const [, rest = ''] = page.split('\n## Settings\n')
  const [table = ''] = rest.split('\n## ')
  const listed = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(new Set(listed)).toEqual(read)
})
