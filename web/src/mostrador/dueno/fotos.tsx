import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Foto } from '../../ui/picture/foto.tsx'
import { sendImagen } from '../session/ask.ts'
import styles from './dueno.module.css'
import { Problema } from './marco.tsx'

export type FotoValor = { imagen_id: string; imagen: string; es_principal: boolean }

/** The pictures of a product or prize: previews, which one is the main one, and the upload of another. */
export function Fotos({
  fotos,
  max,
  problem,
  onChange,
}: {
  fotos: FotoValor[]
  max: number
  problem: string | undefined
  onChange: (fotos: FotoValor[]) => void
}) {
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function add([file]: File[]) {
    if (!file) return
    setError(null)
    setBusy(true)
    const sent = await sendImagen(file).catch(() => 'No hay conexión: la imagen no se subió.')
    setBusy(false)
    if (typeof sent === 'string') return setError(sent)
    const others = max === 1 ? [] : fotos.filter(({ imagen_id }) => imagen_id !== sent.imagen_id)
    onChange([...others, { ...sent, es_principal: others.length === 0 }])
  }

  function remove(id: string) {
    const left = fotos.filter(({ imagen_id }) => imagen_id !== id)
    const hasMain = left.some(({ es_principal }) => es_principal)
    onChange(
      left.map((foto, index) => ({ ...foto, es_principal: hasMain ? foto.es_principal : index === 0 })),
    )
  }

  return (
    <fieldset className={styles.form}>
      <legend>{max === 1 ? 'Imagen' : 'Imágenes'}</legend>
      <ul className={styles.fotos}>
        {fotos.map(({ imagen_id, imagen, es_principal }, index) => (
          <li key={imagen_id}>
            <span className={styles.thumb}>
              <Foto imagen={imagen} alt={`Imagen ${index + 1}`} sizes="48px" />
            </span>
            {max > 1 && (
              <label className={styles.check}>
                <input
                  type="radio"
                  name="principal"
                  checked={es_principal}
                  onChange={() =>
                    onChange(fotos.map((one) => ({ ...one, es_principal: one.imagen_id === imagen_id })))
                  }
                />
                Principal
              </label>
            )}
            <TextButton onClick={() => remove(imagen_id)}>
              Quitar<span className="visually-hidden"> la imagen {index + 1}</span>
            </TextButton>
          </li>
        ))}
      </ul>
      <FileButton
        label={isBusy ? 'Subiendo…' : 'Subir una imagen (JPG, PNG, WebP o AVIF)'}
        icon={ImagePlus}
        accept="image/jpeg,image/png,image/webp,image/avif"
        disabled={isBusy}
        onPick={(files) => void add(files)}
      />
      {(error ?? problem) && <Problema>{error ?? problem}</Problema>}
    </fieldset>
  )
}
