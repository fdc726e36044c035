import { Notice } from './notice.tsx'
import { createStore } from './store.ts'
import styles from './toasts.module.css'

type Tone = 'info' | 'done' | 'warning' | 'error'
type Toast = { id: number; text: string; tone: Tone; about: string | undefined }

const toasts = createStore<readonly Toast[]>([])
let last = 0

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

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
  const others = toasts.get().filter((toast) => toast.text !== text && !(about && toast.about === about))
  toasts.set([...others, { id, text, tone, about }].slice(-4))
  if (tone !== 'error') setTimeout(() => drop(id), ms)
}

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
