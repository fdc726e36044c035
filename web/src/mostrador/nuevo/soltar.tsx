import { FilePlus2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './nuevo.module.css'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Files are picked, or dropped anywhere in the window: missing the frame would open the PDF instead. */
export function Soltar({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = disabled ? () => {} : onFiles
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
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
          take.current([...(target.files ?? [])])
          target.value = '' // the same file may be picked again
        }}
      />
      <Button icon={FilePlus2} disabled={disabled} onClick={() => input.current?.click()}>
        Elegir archivos
      </Button>
    </div>
  )
}
