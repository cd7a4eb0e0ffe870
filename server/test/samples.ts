import { type Contract, contract, type RoomName } from '@agency-support/contract'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'

type Samples = { readonly [R in RoomName]: { readonly [C in keyof Contract[R]]: SampleOf<Contract[R][C]> } }
type SampleOf<C> = C extends AnyCall ? ClientIn<C> : never

/** An agency that is in no test database. */
const absentAgency = 4_040_404

/** Minimal valid input of every call; a new call without one does not compile. */
const samples: Samples = {
  session: {
    signIn: { username: 'nobody@support.test', password: 'whatever it is' },
    signInByGet: { username: 'nobody@support.test', password: 'whatever it is' },
    signOut: {},
    signOutByGet: {},
    whoami: {},
    renew: {},
    renewByPost: {},
    updatePassword: { newPassword: 'a passphrase with some length' },
  },
  secondFactor: {
    sessions: {},
    endSession: { sessionId: 4_040_404 },
    endOtherSessions: {},
    stepUpOptions: {},
    stepUp: { password: 'whatever it is' },
    status: {},
    beginTotp: {},
    confirmTotp: { code: '123456' },
    removeTotp: {},
    renewRecoveryCodes: {},
    beginPasskey: {},
    finishPasskey: { name: 'Laptop', response: {} },
    removePasskey: { passkeyId: 4_040_404 },
  },
  staff: {
    availablePermissions: {},
    userPermissionList: { agencyId: 0 },
    savePermissions: { user: { username: 'absent@support.test', permissions: [2000] } },
    accounts: {},
    createAccount: { username: 'made@support.test', firstName: 'No', lastName: 'Body' },
    disableAccount: { username: 'absent@support.test' },
    enableAccount: { username: 'absent@support.test' },
    unlockAccount: { username: 'absent@support.test' },
    resetPassword: { username: 'absent@support.test' },
    removeSecondFactor: { username: 'absent@support.test' },
  },
  seats: {
    requests: {},
    setRequestStatus: { id: 4_040_404, status: 1 },
    fileRequest: {
      agencyId: absentAgency,
      requestedBy: 'ABC',
      quantity: 1,
      targetSeatTotal: 5,
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@lee.test',
    },
  },
  switches: { environment: {}, clientConfig: {}, featureSwitches: {}, openapi: {}, apiPage: {} },
  agencies: {
    search: { searchText: 'smith' },
    config: { agencyId: absentAgency },
    listConfigs: {},
    updateName: { agencyId: absentAgency, name: 'Another Name' },
    updateStatus: { agencyId: absentAgency, status: 2 },
    add: { agency: { agencyId: absentAgency, agencyName: 'New', projectedClients: 1, projectedUsers: 1 } },
    timeZones: {},
  },
  journal: { agencyHistory: { agencyId: absentAgency }, search: {}, people: {}, exportCsv: {}, live: {} },
}

/** Every call with its full name and minimal valid input. */
export const sampled: readonly { name: string; call: AnyCall; input: unknown }[] = (
  Object.keys(contract) as RoomName[]
).flatMap((room) => {
  const inputs: Readonly<Record<string, unknown>> = samples[room]
  return Object.entries<AnyCall>(contract[room]).map(([short, call]) => ({
    name: `${room}.${short}`,
    call,
    input: inputs[short],
  }))
})
