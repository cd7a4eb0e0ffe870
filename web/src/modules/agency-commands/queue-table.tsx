import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import {
  commandLabel,
  type CommandState,
  commandStates,
  logChoices,
  describePartial,
  reasonLabel,
} from '@agency-support/contract/rules/agency-commands'
import { ageText, minutesSince } from '@agency-support/contract/rules/health'
import { createContext, use } from 'react'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  ClipboardCheck,
  Clock,
  HourglassIcon,
  LoaderCircle,
  OctagonX,
  Send,
} from 'lucide-react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { StatusChip, type ChipStyle } from '../../ui/status-chip.tsx'
import { useNow } from '../../lib/use-now.ts'
import { CancelButton } from './cancel-button.tsx'
import { serverNow } from '../../lib/requests/server-time.ts'
import styles from './command-tab.module.css'

/** Icon and colour of each command state; the shapes differ, so that colour is never needed. */
const stateChips: Readonly<Record<CommandState, ChipStyle>> = {
  queued: { role: 'neutral', icon: Clock },
  delivered: { role: 'info', icon: Send },
  acknowledged: { role: 'info', icon: ClipboardCheck },
  running: { role: 'info', icon: LoaderCircle },
  succeeded: { role: 'ok', icon: CircleCheck },
  failed: { role: 'bad', icon: OctagonX },
  expired: { role: 'warn', icon: HourglassIcon },
  cancelled: { role: 'neutral', icon: Ban },
}

/** The command that this person just queued. */
const Added = createContext<number | null>(null)
export const JustAdded = Added.Provider

const col = column<QueuedCommand>()

/** A sync that sent only some of its clients succeeded partly. */
const partlyLook = { role: 'warn', icon: CircleDashed } as const

function getChip({ state, result }: QueuedCommand): ChipStyle {
  return state === 'succeeded' && describePartial(result) !== undefined ? partlyLook : stateChips[state]
}

export function stateText({ state, reason, result }: QueuedCommand): string {
  const partly = state === 'succeeded' ? describePartial(result) : undefined
  if (partly !== undefined) return `Partly done: ${partly}`
  const label = commandStates.find(({ value }) => value === state)?.label ?? state
  return reason === null ? label : `${label}: ${reasonLabel(reason)}`
}

/** The argument as it is shown: a log by its label, client ids with spaces. */
export function argumentText({ command, argument }: QueuedCommand): string {
  const log = command === 'log' ? logChoices.find(({ value }) => value === argument) : undefined
  return log?.label ?? argument.replaceAll(',', ', ')
}

function Name({ command }: { command: QueuedCommand }) {
  const isNew = use(Added) === command.commandId
  return (
    <span className={styles.name}>
      {commandLabel(command.command)}
      {isNew && <span className={styles.added}>just added</span>}
    </span>
  )
}

/** How long ago a command was created, as every age in the console; its details say when it ended. */
function Age({ command }: { command: QueuedCommand }) {
  const now = useNow()
  return <span>{ageText(minutesSince(command.created, now))}</span>
}

const pickups = { atOnce: 'At once', whenBack: 'When the agency is back', never: 'Unknown' } as const

/** The queue of an agency: the documented columns, then the progress of each command. */
export const queueTable = defineTable<QueuedCommand>({
  id: 'agency-commands',
  caption: 'Queued commands',
  sizes: [25, 50, 100],
  rowId: ({ commandId }) => String(commandId),
  columns: [
    timeColumn('created', {
      header: 'Created',
      width: 168,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('command', {
      header: 'Command',
      width: 148,
      rowHeader: true,
      value: ({ command }) => commandLabel(command),
      cell: (command) => <Name command={command} />,
    }),
    col('argument', {
      header: 'Arguments',
      width: 132,
      flex: true,
      figures: true,
      value: argumentText,
    }),
    col('state', {
      header: 'State',
      width: 144,
      value: stateText,
      cell: (command) => <StatusChip {...getChip(command)} label={stateText(command)} />,
    }),
    col('age', {
      header: 'Age',
      width: 72,
      align: 'end',
      value: ({ created }) => serverNow() - Date.parse(created),
      cell: (command) => <Age command={command} />,
    }),
    col('expectedPickup', {
      header: 'Expected pick-up',
      width: 150,
      value: ({ expectedPickup }) => (expectedPickup === null ? null : pickups[expectedPickup]),
    }),
    controlColumn('cancel', {
      header: 'Actions',
      width: 92,
      cell: (command) => (command.state === 'queued' ? <CancelButton command={command} /> : null),
    }),
  ],
})
