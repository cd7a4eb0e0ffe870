import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A TLS server's key and certificate. */
export interface ServedCertificate {
  key: string
  cert: string
}

/** Certificates of one run: the authority that the program must trust, and those of servers. */
export interface Certificates {
  /** PEM of the authority. */
  authority: string
  /** For 127.0.0.1, by that authority. */
  trusted: ServedCertificate
  /** For 127.0.0.1, issued by an unknown authority. */
  untrusted: ServedCertificate
  /** By the trusted authority, for another host name. */
  ofAnotherHost: ServedCertificate
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 86_400_000

interface HostName {
  type: 'ip' | 'dns'
  value: string
}
const here: HostName = { type: 'ip', value: '127.0.0.1' }
const elsewhere: HostName = { type: 'dns', value: 'elsewhere.test' }

/** Made for each run, so that the sources contain no key. */
export async function makeCertificates(): Promise<Certificates> {
  const [ours, foreign] = await Promise.all([makeAuthority('Agent check'), makeAuthority('Somebody else')])
  return {
    authority: ours.certificate.toString('pem'),
    trusted: await makeServer(ours, here),
    untrusted: await makeServer(foreign, here),
    ofAnotherHost: await makeServer(ours, elsewhere),
  }
}

interface Authority {
  certificate: X509Certificate
  keys: Keys
}

type Keys = Awaited<ReturnType<typeof makeKeys>>

const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** From yesterday to tomorrow: a check takes minutes. */
function getTimes(): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) }
}

async function makeAuthority(name: string): Promise<Authority> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    ...getTimes(),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { certificate, keys }
}

async function makeServer({ certificate, keys }: Authority, host: HostName): Promise<ServedCertificate> {
  const own = await makeKeys()
  const served = await X509CertificateGenerator.create({
    subject: 'CN=Agency Support',
    issuer: certificate.subject,
    publicKey: own.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: algorithm,
    ...getTimes(),
    extensions: [new SubjectAlternativeNameExtension([host])],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64')
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
    cert: served.toString('pem'),
  }
}
