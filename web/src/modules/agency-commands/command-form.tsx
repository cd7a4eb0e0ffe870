import {
  agencyCommandChoices,
  clientIdsProblem,
  logChoices,
  whyNotExecute,
} from '@agency-support/contract/rules/agency-commands'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useLeaveGuard } from '../../components/forms/leave-guard.ts'
import { useLostInput } from '../../components/forms/lost-input.tsx'
import { useStableCallback } from '../../components/use-stable-callback.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { idList } from '../../ui/masks.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import surface from '../../ui/surface.module.css'
import styles from './command-tab.module.css'
import { chooseCommand, type CommandInput, emptyInput } from './form-rules.ts'
import { commandMessages } from './messages.ts'
import { useIssue } from './use-issue.ts'

interface CommandFormProps {
  agencyId: number
  filled: CommandInput
  /** Called when the command has been queued. */
  onQueued: (commandId: number) => void
}

/** What the form holds; client ids that were typed when the session ended are offered back. */
function useInput(agencyId: number, filled: CommandInput) {
  const [input, setInput] = useState(filled)
  const { command, argument } = input
  const isTyped = command === 'sync' && argument !== '' && argument !== filled.argument
  const { offer, forget } = useLostInput<CommandInput>(
    {
      values: input,
      dirty: isTyped,
      set: (name, value) => setInput((before) => ({ ...before, [name]: value })),
    },
    { id: `agency ${agencyId} command`, names: ['command', 'argument'] },
  )
  return { input, setInput, isTyped, offer, forget }
}

/** Chooses a command and its argument, and queues it. */
export function CommandForm({ agencyId, filled, onQueued }: CommandFormProps) {
  const { input, setInput, isTyped, offer, forget } = useInput(agencyId, filled)
  const [cleared, setCleared] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const go = useNavigate()
  const isHere = useIsHere()
  const sent = useRef<CommandInput>(null)
  const finish = useStableCallback((commandId: number) => {
    forget()
    onQueued(commandId)
    // Whoever has left the tab stays where they are, and what was typed meanwhile is the next command.
    if (!isHere.current || input !== sent.current) return
    setInput(emptyInput)
    setCleared(false)
    // The prefill has been used; a reload must not fill the form again.
    void go({ to: '.', search: { tab: 'command' }, replace: true, ignoreBlocker: true })
    // Execute is disabled now, and the field may be gone: the next command begins with its choice.
    if (element.current?.contains(document.activeElement)) element.current.querySelector('input')?.focus()
  })
  const { issue, busy, problem } = useIssue(agencyId, finish)
  useLeaveGuard(isTyped && !busy)
  const { command, argument } = input
  const why = whyNotExecute(command ?? undefined, argument)
  const wrong = useWrongIds(input)

  function choose(next: CommandInput) {
    setCleared(next.command !== command && argument !== '')
    setInput(next)
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (command === null || why !== undefined || busy) return
    sent.current = input
    void issue({ command, argument })
  }
  return (
    <form ref={element} id="agency-command" className={styles.form} onSubmit={onSubmit}>
      {offer}
      <RadioGroup
        label="Command to queue"
        choices={agencyCommandChoices}
        value={command}
        onChange={(value) => choose(chooseCommand(input, value))}
      />
      <Argument input={input} wrong={wrong} onChange={(given) => setInput({ command, argument: given })} />
      <p role="status" className={surface.note}>
        {cleared && commandMessages.cleared}
      </p>
      <Execute why={why} wrong={wrong} problem={problem} busy={busy} />
    </form>
  )
}

/** Debounce before an incomplete id is reported as invalid. */
const restMs = 700

/** What is wrong with client ids. */
interface Wrong {
  id: string
  /** Null if nothing is, or while they are typed. */
  text: string | null
}

function useWrongIds({ command, argument }: CommandInput): Wrong {
  const rested = useDebounced(argument, restMs)
  const problem = command === 'sync' && rested === argument ? clientIdsProblem(argument) : undefined
  return { id: useId(), text: problem ?? null }
}

interface ExecuteProps {
  /** Why the command cannot be sent yet. */
  why: string | undefined
  wrong: Wrong
  /** Why it could not be queued. */
  problem: string | null
  busy: boolean
}

function Execute({ why, wrong, problem, busy }: ExecuteProps) {
  return (
    <div className={styles.send}>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabledReason={why}
        quietReason={wrong.text !== null}
      >
        Execute
      </Button>
      {/* In the place of the reason: below the field it would move Execute. */}
      {wrong.text !== null && <Problem id={wrong.id}>{wrong.text}</Problem>}
      {problem !== null && <Problem>{problem}</Problem>}
    </div>
  )
}

interface ArgumentProps {
  input: CommandInput
  wrong: Wrong
  onChange: (argument: string) => void
}

/** What the chosen command is about, if it has a choice. */
function Argument({ input: { command, argument }, wrong, onChange }: ArgumentProps) {
  if (command === 'log')
    return <RadioGroup label="Log" choices={logChoices} value={argument} onChange={onChange} />
  if (command !== 'sync') return null
  return (
    <TextField
      name="clientIds"
      label="Client Ids"
      hint="Eight digits each, several separated by commas. A pasted column works too."
      value={argument}
      onChange={onChange}
      mask={idList}
      error={wrong.text}
      errorAt={wrong.id}
    />
  )
}
