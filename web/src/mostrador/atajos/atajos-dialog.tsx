import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './atajos.module.css'
import { ATAJOS, toggleAtajos, useAtajo, useAtajosOn } from './atajos.ts'

/** The button of the header that tells the keys, and the keys that work on every screen. */
export function AtajosButton({ className, board }: { className: string | undefined; board: string }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useAtajo('?', () => setOpen(true))
  useAtajo('b', () => void navigate(board))
  useAtajo('e', () => void navigate('/mostrador/escanear'))
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Atajos de teclado"
        title="Atajos de teclado (?)"
        onClick={() => setOpen(true)}
      >
        <Keyboard size={20} aria-hidden />
      </button>
      {/* Out of the page's header: it has a header of its own */}
      {isOpen && createPortal(<AtajosDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function AtajosDialog({ onClose }: { onClose: () => void }) {
  const areOn = useAtajosOn()
  return (
    <Dialog
      title="Atajos de teclado"
      onClose={onClose}
      actions={<Button onClick={onClose}>Entendido</Button>}
    >
      <dl className={styles.list}>
        {ATAJOS.map(({ tecla, hace }) => (
          <div key={tecla}>
            <dt>
              <kbd>{tecla}</kbd>
            </dt>
            <dd>{hace}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={areOn} onChange={toggleAtajos} />
        Usar los atajos en esta computadora
      </label>
    </Dialog>
  )
}
