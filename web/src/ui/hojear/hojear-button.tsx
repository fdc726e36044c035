import { BookOpen } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { createPortal } from 'react-dom'
import { TextButton } from '../button.tsx'
import { showToast } from '../notice/toasts.tsx'
import type { Hojear } from './hojear.tsx'

type Props = Omit<ComponentProps<typeof Hojear>, 'onClose'>

/** Opens the sheets of `of` for leafing through. The viewer's code is loaded at the first press. */
export function HojearButton({ name, open }: { name: string; open: () => Props | null }) {
  const [busy, setBusy] = useState(false)
  const [viewer, setViewer] = useState<{ Viewer: typeof Hojear; props: Props } | null>(null)

  async function start(): Promise<void> {
    setBusy(true)
    try {
      const { Hojear: Viewer } = await import('./hojear.tsx')
      const props = open()
      if (props) setViewer({ Viewer, props })
      else showToast('Todavía estamos contando sus páginas. Probá de nuevo en un momento.', { tone: 'info' })
    } catch {
      showToast('No pudimos abrirlo para hojear. Revisá tu conexión e intentá de nuevo.', { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <TextButton
        icon={BookOpen}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void start()
        }}
      >
        Hojear cómo sale<span className="visually-hidden"> {name}</span>
      </TextButton>
      {/* Outside the row, whose styles must not apply to the viewer */}
      {viewer &&
        createPortal(<viewer.Viewer {...viewer.props} onClose={() => setViewer(null)} />, document.body)}
    </>
  )
}
