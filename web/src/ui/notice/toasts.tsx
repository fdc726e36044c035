import { createStore } from '../state/store.ts'
import { Notice } from './notice.tsx'
import styles from './toasts.module.css'

type Tone = 'info' | 'done' | 'warning' | 'error'
type Toast = { id: number; text: string; tone: Tone; about: string | undefined }

const toasts = createStore<readonly Toast[]>([])
let last = 0

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/**
 * A short message over the page, removed after `ms`. Messages that a screen needs for longer are in its form
 * or notice too. `about`: its subject; a newer message about the same subject replaces it.
 */
export function showToast(
  text: string,
  { tone = 'done', ms = 5000, about }: { tone?: Tone; ms?: number; about?: string } = {},
): void {
  const id = ++last
  // The same text again restarts its time instead of piling up
  const others = toasts.get().filter((toast) => toast.text !== text && !(about && toast.about === about))
  toasts.set([...others, { id, text, tone, about }].slice(-4))
  if (ms !== STAYS) setTimeout(() => drop(id), ms)
}

const STAYS = Number.POSITIVE_INFINITY

/** A problem that no form or notice of a screen can show: it stays until it is closed. */
export const showProblem = (text: string, about?: string): void =>
  showToast(text, { tone: 'error', ms: STAYS, ...(about && { about }) })

/** The problem `about` this is over. */
export const endProblem = (about: string): void =>
  toasts.set(toasts.get().filter((toast) => toast.about !== about))

/** Where the toasts appear: once, in the layout. */
export function Toasts() {
  const shown = toasts.use()
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
