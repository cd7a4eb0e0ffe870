import { Dialog } from './dialog.tsx'
import { type Shortcut, isCharacterShortcut } from './shortcuts.ts'
import styles from './shortcuts-sheet.module.css'

const names: Readonly<Record<string, string>> = { Mod: 'Ctrl' }

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
  opened: boolean
  onClose: () => void
  /** `shortcuts.list()`, taken before the sheet opened. */
  list: readonly Shortcut[]
  /** Whether shortcuts without Ctrl are enabled. */
  charactersOn: boolean
}

/** The shortcuts of this screen, by group. */
export function ShortcutsSheet({ opened, onClose, list, charactersOn }: ShortcutsSheetProps) {
  const active = list.filter((entry) => charactersOn || !isCharacterShortcut(entry.keys))
  const groups = [...new Set(active.map((entry) => entry.group))]
  return (
    <Dialog kind="light" size={600} title="Keyboard shortcuts" opened={opened} onClose={onClose}>
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
