import { FileUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FieldError } from '../../ui/form/field.tsx'
import styles from './proveedores.module.css'

/** A file field with our own texts: the browser's are in its language. The native input lies over them. */
export function ArchivoField({
  name,
  label,
  hint,
  error,
  accept,
}: {
  name: string
  label: string
  hint?: ReactNode
  error: string | null
  accept: string
}) {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className={styles.etiqueta}>
        {label}
      </label>
      <div className={styles.archivo}>
        <input
          id={id}
          name={name}
          type="file"
          accept={accept}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => setChosen(target.files?.[0]?.name ?? null)}
        />
        <span aria-hidden>
          <FileUp size={20} strokeWidth={2.4} />
          {chosen ? 'Cambiar' : 'Elegir archivo'}
        </span>
      </div>
      <p className={styles.elegido} aria-live="polite">
        {chosen ?? 'Ningún archivo elegido'}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
