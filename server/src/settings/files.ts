import { join } from 'node:path'
import type { SettingReader } from './reader.ts'

/** Where agencies' files are stored. */
export interface FileSettings {
  /** Local folders, or Azure storage accounts. */
  kept:
    | { in: 'folder'; folder: string }
    | {
        in: 'azure'
        /** Connection string of the account with the pools. */
        poolConnection: string
        /** Folder of secrets: the file named after an agency's eight-digit id contains its connection string. */
        agencyConnections: string
      }
  /** Folder for the bytes of unfinished uploads; shared by all processes of the server. */
  spool: string
}

/** Reads FILE_STORE and the settings that belong to it. */
export function readFileSettings({ need, text, problem }: SettingReader): FileSettings {
  const store = text('FILE_STORE', 'folder')
  if (store !== 'folder' && store !== 'azure') problem(`FILE_STORE must be folder or azure, not "${store}".`)
  if (store === 'azure')
    return {
      kept: {
        in: 'azure',
        poolConnection: need(
          'AZURE_POOL_CONNECTION_STRING',
          'the connection string of the storage account that holds the pools.',
        ),
        agencyConnections: need(
          'AZURE_AGENCY_CONNECTIONS_DIR',
          'a folder with a file for each agency that has an account of its own, named like 00006938.',
        ),
      },
      spool: need('FILE_SPOOL_DIR', 'a folder for uploads under way, the same for all server processes.'),
    }
  const folder = need('FILE_STORE_DIR', 'the folder that keeps the files of the agencies.')
  return folderSettings(folder, text('FILE_SPOOL_DIR', ''))
}

/** Everything in one folder. */
export function folderSettings(folder: string, spool = ''): FileSettings {
  return { kept: { in: 'folder', folder }, spool: spool === '' ? join(folder, 'spool') : spool }
}
