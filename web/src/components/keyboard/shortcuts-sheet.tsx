import { Dialog } from '../dialogs/dialog.tsx'
import { type Shortcut, isCharacterShortcut } from './shortcuts.ts'
import styles from './shortcuts-sheet.module.css'

const names: Readonly<Record<string, string>> = { Mod: 'Ctrl', ArrowDown: '↓', ArrowUp: '↑' }

/** What the sheet says of a shortcut. */
type Listed = Omit<Shortcut, 'run'>

const form = 'Form'
const row = 'Row of a table'
/** Keys that are no shortcuts of the registry: they act where the focus is. */
const inPlace: readonly Listed[] = [{ keys: 'Mod+Enter', label: 'Save or send the form', group: form }]
const inRow: readonly Listed[] = [
  { keys: 'ArrowDown', label: 'Row below', group: row },
  { keys: 'ArrowUp', label: 'Row above', group: row },
  { keys: 'Home', label: 'First row', group: row },
  { keys: 'End', label: 'Last row', group: row },
]
const lettersInRow: readonly Listed[] = [
  { keys: 'e', label: 'Details, if it has any', group: row },
  { keys: 'x', label: 'Select, if it can be selected', group: row },
  { keys: 'Shift+C', label: 'Copy its id', group: row },
]

/** The shortcuts in effect, and what else acts on this screen. */
function listAll(list: readonly Shortcut[], charactersOn: boolean): readonly Listed[] {
  const active = list.filter((entry) => charactersOn || !isCharacterShortcut(entry.keys))
  const hasTable = list.some(({ group }) => group === 'Table')
  return [
    ...active,
    ...(hasTable ? inRow : []),
    ...(hasTable && charactersOn ? lettersInRow : []),
    ...inPlace,
  ]
}

function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((press, index) => (
    <span key={press}>
      {index > 0 && ' then '}
      {press.split('+').map((key) => (
        <kbd key={key}>{names[key] ?? key}</kbd>
      ))}
    </span>
  ))
}

export interface ShortcutsSheetProps {
  onClose: () => void
  /** `shortcuts.list()`, taken before the sheet opened. */
  list: readonly Shortcut[]
  /** Whether shortcuts without Ctrl are enabled. */
  charactersOn: boolean
}

/** The shortcuts of this screen, by group. */
export function ShortcutsSheet({ onClose, list, charactersOn }: ShortcutsSheetProps) {
  const active = listAll(list, charactersOn)
  const groups = [...new Set(active.map((entry) => entry.group))]
  return (
    <Dialog kind="light" size={820} title="Keyboard shortcuts" onClose={onClose}>
      {!charactersOn && <p className={styles.off}>Keys without Ctrl are switched off in your menu.</p>}
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {active
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <div key={entry.keys}>
                    <dt>{entry.label}</dt>
                    <dd>
                      <Keys keys={entry.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
