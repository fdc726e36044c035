import { FilePlus2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useWindowDrop } from '../../ui/form/use-window-drop.ts'
import { useAtajo } from '../atajos/atajos.ts'
import styles from './nuevo.module.css'

/** PDFs and pictures. The extensions too: some computers have no media type for HEIC. */
export const ACCEPT_EN_VENTA = 'application/pdf,.pdf,image/*,.heic,.heif'

/** Files are picked, or dropped anywhere in the window. */
export function DropFiles({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = disabled ? () => {} : onFiles
  const over = useWindowDrop(take)
  useAtajo('a', () => disabled || input.current?.click())
  return (
    <div className={cx(styles.soltar, over && styles.over)}>
      <p>
        <b>{over ? 'Soltalos acá' : 'Arrastrá los PDF y las fotos del cliente'}</b>
        <span className="muted">De un pendrive, del correo o de WhatsApp.</span>
      </p>
      <input
        ref={input}
        type="file"
        accept={ACCEPT_EN_VENTA}
        multiple
        hidden
        aria-label="Archivos del cliente"
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          target.value = '' // the same file may be picked again
        }}
      />
      <Button icon={FilePlus2} disabled={disabled} onClick={() => input.current?.click()}>
        Elegir archivos
      </Button>
    </div>
  )
}
