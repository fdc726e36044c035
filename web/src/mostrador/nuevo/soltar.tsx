import { FilePlus2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useWindowDrop } from '../../ui/use-window-drop.ts'
import styles from './nuevo.module.css'

/** Files are picked, or dropped anywhere in the window. */
export function Soltar({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = disabled ? () => {} : onFiles
  const over = useWindowDrop(take)
  return (
    <div className={cx(styles.soltar, over && styles.over)}>
      <p>
        <b>{over ? 'Soltalos acá' : 'Arrastrá los PDF del cliente'}</b>
        <span className="muted">De un pendrive, del correo o de WhatsApp.</span>
      </p>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
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
