import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { HelpCentreLink } from '../../components/help/help-centre-link.tsx'
import { HelpSteps } from '../../components/help/help-tip.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { useAddressText } from '../../components/use-address-text.ts'
import { allTopics, findTopics } from './topics.ts'
import { helpPaths } from './paths.ts'
import styles from './topics.module.css'

/** All help topics on one page; the search is kept in the address. */
export function Page() {
  const { q: asked = '', topic = '' } = useSearch({ from: '/help' })
  const go = useNavigate()
  const topics = findTopics(asked)
  useScrollToTopic(topic)
  return (
    <>
      <PageHeader title="Help Topics" actions={<HelpCentreLink />} />
      <SearchTopics
        asked={asked}
        onAsk={(q) => void go({ to: helpPaths.topics, search: q === '' ? {} : { q }, replace: true })}
      />
      <p role="status" className={styles.count}>
        {topics.length === 0
          ? `No topics match "${asked}".`
          : `${topics.length} of ${allTopics.length} topics`}
      </p>
      {topics.map(({ id, title, text, steps }) => (
        <section
          key={id}
          id={`topic-${id}`}
          tabIndex={-1}
          className={styles.topic}
          aria-labelledby={`title-${id}`}
        >
          <h2 id={`title-${id}`}>{title}</h2>
          <p>{text}</p>
          <HelpSteps steps={steps} />
        </section>
      ))}
    </>
  )
}

/** Scrolls to the topic in the address, once per address. */
function useScrollToTopic(topic: string): void {
  useEffect(() => {
    const section = topic === '' ? null : document.getElementById(`topic-${topic}`)
    // The router scrolls a new screen to the top after this effect, so scroll afterwards.
    const frame = requestAnimationFrame(() => {
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [topic])
}

function SearchTopics({ asked, onAsk }: { asked: string; onAsk: (text: string) => void }) {
  const [text, setText] = useAddressText(asked, onAsk)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useShortcuts([{ keys: '/', label: 'Search', group: 'Screen', run: () => field.current?.focus() }])
  return (
    <div className={styles.search}>
      <label htmlFor={id}>Search the topics</label>
      <input
        ref={field}
        id={id}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
