import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { COLORES, CUALES_COLORES, type CualColores } from '@imprimitodo/shared/rules/base/colores'
import { imagenPath } from '@imprimitodo/shared/rules/vidriera/imagen'
import {
  nombreTienda,
  nombreTiendaProblem,
  normaliseNombreTienda,
} from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { Upload } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileButton } from '../../ui/form/file-button.tsx'
import { Foto } from '../../ui/picture/foto.tsx'
import { ask, sendImagen } from '../session/ask.ts'
import styles from './dueno.module.css'
import { Problema } from './marco.tsx'
import { useAct } from './queries.ts'

/**
 * The look of the customers' pages and mails: the shop's name, its colours (each set is readable), and its
 * logo. A choice is saved at once.
 */
export function Aspecto({ nombre, colores, logo_id }: Pick<Ajustes, 'nombre' | 'colores' | 'logo_id'>) {
  const act = useAct()
  return (
    <section className={styles.parte} aria-label="Nombre, colores y logo">
      <h2>Nombre, colores y logo</h2>
      <p className="muted">De la tienda y de los mails que reciben los clientes.</p>
      <Nombre guardado={nombre} />
      <h3>Colores</h3>
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

/** The shop's name; left empty, the default one. */
function Nombre({ guardado }: { guardado: string }) {
  const act = useAct()
  const [nombre, setNombre] = useState(guardado)
  const [isBusy, setBusy] = useState(false)
  const typed = nombre.trim()
  const problem = nombreTiendaProblem(typed)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (problem || isBusy) return
    setBusy(true)
    await act('Nombre cambiado', () => ask('PUT /api/mostrador/ajustes', { body: { nombre: typed } }))
    setNombre(normaliseNombreTienda(typed))
    setBusy(false)
  }

  return (
    <form className={styles.nombre} onSubmit={(event) => void save(event)} noValidate>
      <Field
        label="Nombre de la tienda"
        hint={`Arriba de la tienda, en los mails y en los tickets. Vacío es ${nombreTienda(undefined)}.`}
        name="nombre"
        autoComplete="organization"
        value={nombre}
        error={problem}
        onChange={({ target }) => setNombre(target.value)}
      />
      <Button type="submit" aria-disabled={typed === guardado || problem !== null || isBusy || undefined}>
        Guardar el nombre
      </Button>
    </form>
  )
}

/** A picture from this computer, which the server reduces to the size shown. */
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
        Cuadrado, mejor con fondo transparente. Se ve chico, arriba y al pie de la tienda y arriba de los
        mails.
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
      {problem && <Problema>{problem}</Problema>}
    </>
  )
}

/** The set's colours side by side. */
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
