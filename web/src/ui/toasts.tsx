import { useSyncExternalStore } from 'react'
import { Notice } from './notice.tsx'
import styles from './toasts.module.css'

type Tone = 'info' | 'done' | 'warning' | 'error'
type Toast = { id: number; text: string; tone: Tone; about: string | undefined }

let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function publish(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}
const drop = (id: number) => publish(toasts.filter((toast) => toast.id !== id))

/**
 * A short message over the page, gone after `ms` (5000 if it is not said); errors stay until closed.
 * `about`: whose news it is, where later news make the earlier ones old.
 */
export function showToast(
  text: string,
  { tone = 'done', ms = 5000, about }: { tone?: Tone; ms?: number; about?: string } = {},
): void {
  const id = ++last
  // The same text again restarts its time instead of piling up
  const others = toasts.filter((toast) => toast.text !== text && !(about && toast.about === about))
  publish([...others, { id, text, tone, about }].slice(-4))
  if (tone !== 'error') setTimeout(() => drop(id), ms)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the toasts appear: once, in the layout. */
export function Toasts() {
  const read = () => toasts
  const shown = useSyncExternalStore(subscribe, read, read)
  return (
    <section className={styles.toasts} aria-label="Avisos">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={styles.toast}>
          <Notice tone={tone} onClose={() => drop(id)}>
            {text}
          </Notice>
        </div>
      ))}
    </section>
  )
}
