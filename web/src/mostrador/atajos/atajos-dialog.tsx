import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { type Address, useNavigate } from '../../ui/link.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { codigoIn, isDeBarras, sinCodigoText } from '../escanear/leido.ts'
import styles from './atajos.module.css'
import { ATAJOS, toggleAtajos, useAtajo, useAtajosOn, useLectora } from './atajos.ts'

/** The keys that work on every screen, and the list of all of them; what a hand scanner reads on every screen. */
export function Atajos({
  board,
  isOpen,
  onOpen,
}: {
  board: Address
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const navigate = useNavigate()
  useAtajo('?', () => onOpen(true))
  useAtajo('b', () => navigate(board))
  useAtajo('e', (at) => {
    // On the board 'e' hands over the ticked orders, or the focused one; a focused column had the focus of a
    // card that has just left
    const isOrder = at?.closest('[data-pedido], [id^=columna-]') || document.querySelector('[data-elegidos]')
    if (!isOrder) navigate('/mostrador/escanear')
  })
  useAtajo('n', () => navigate('/mostrador/nuevo'))
  useLectora('siempre', (text) => {
    const codigo = isDeBarras(text) ? null : codigoIn(text)
    if (codigo) navigate(`/mostrador/escanear?codigo=${codigo}`)
    else showToast(sinCodigoText(text), { tone: 'warning', about: 'lectora' })
  })
  // Outside the page's header, since the dialog has a header of its own
  return isOpen && createPortal(<AtajosDialog onClose={() => onOpen(false)} />, document.body)
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
              <kbd>{tecla === 'Escape' ? 'Esc' : tecla}</kbd>
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
