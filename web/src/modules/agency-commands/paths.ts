import { agencyAddress } from '../../agency/agency-address.ts'

/** Addresses of this module. */
export const agencyCommandPaths = {
  /** The Command tab with its form filled; nothing is queued until somebody presses Execute. */
  fill: (agencyId: number, command: string, argument = ''): string =>
    agencyAddress(agencyId, 'command', { command, ...(argument === '' ? {} : { argument }) }),
} as const

/** The button of the form, once it is filled. */
export const executeButton = '#agency-command button[type="submit"]:enabled'
