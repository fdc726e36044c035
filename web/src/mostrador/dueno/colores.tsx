import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { COLORES, CUALES_COLORES, type CualColores } from '@imprimitodo/shared/rules/colores'
import { imagenPath } from '@imprimitodo/shared/rules/imagen'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Foto } from '../../ui/foto.tsx'
import { ask, sendImagen } from '../session/ask.ts'
import { useAct } from './datos.ts'
import styles from './dueno.module.css'

/** Of the customers' pages and mails: sets in which everything can be read, and the shop's logo. Chosen is kept. */
export function Colores({ colores, logo_id }: Pick<Ajustes, 'colores' | 'logo_id'>) {
  const act = useAct()
  return (
    <section className={styles.parte} aria-label="Colores y logo">
      <h2>Colores y logo</h2>
      <p className="muted">De la tienda y de los mails que reciben los clientes. El mostrador no cambia.</p>
      <ChoiceCards
        label="Juego de colores"
        labelHidden
        value={colores}
        choices={CUALES_COLORES.map((cual) => ({
          value: cual,
          label: COLORES[cual].nombre,
          note: <Muestra cual={cual} />,
        }))}
        onChange={(cual) =>
          void act('Colores cambiados', () => ask('PUT /api/mostrador/ajustes', { body: { colores: cual } }))
        }
      />
      <Logo id={logo_id} />
    </section>
  )
}

/** A picture of this computer, made anew by the server as small as it is shown. */
function Logo({ id }: { id: string | null }) {
  const act = useAct()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const keep = (logo_id: string | null) =>
    act(logo_id ? 'Logo cambiado' : 'Logo quitado', () =>
      ask('PUT /api/mostrador/ajustes', { body: { logo_id } }),
    )

  async function send(file: File) {
    setProblem(null)
    setBusy(true)
    const sent = await sendImagen(file).catch(() => 'No hay conexión: el logo no se subió.')
    if (typeof sent === 'string') setProblem(sent)
    else await keep(sent.imagen_id)
    setBusy(false)
  }

  return (
    <>
      <h3>Logo</h3>
      <p className="muted">
        Cuadrado, mejor con fondo transparente. Se ve chico, arriba y al pie de la tienda.
      </p>
      {id && (
        <span className={styles.thumb}>
          <Foto imagen={imagenPath(id, 640, 'webp')} alt="Tu logo" sizes="48px" />
        </span>
      )}
      <div className={styles.actions}>
        <FileButton
          label={isBusy ? 'Subiendo…' : id ? 'Cambiar el logo' : 'Subir el logo'}
          icon={Upload}
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={isBusy}
          onPick={([file]) => file && void send(file)}
        />
        {id && <TextButton onClick={() => void keep(null)}>Quitar el logo</TextButton>}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** Its inks side by side. */
function Muestra({ cual }: { cual: CualColores }) {
  const { tinta, tintaClara, acento, acentoClaro } = COLORES[cual]
  return (
    <span className={styles.muestra} aria-hidden>
      {[tinta, acento, tintaClara, acentoClaro].map((color) => (
        <i key={color} style={{ background: color }} />
      ))}
    </span>
  )
}
