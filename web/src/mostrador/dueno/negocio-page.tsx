import { AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Unloaded } from '../loading.tsx'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { Aspecto } from './aspecto.tsx'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { KitBanderas } from './kit-banderas.tsx'
import { Marco } from './marco.tsx'
import { negocioPartesOf, type Parte } from './negocio-partes.ts'
import { useDueno, useReload } from './queries.ts'
import { RuletaSeccion } from './ruleta-seccion.tsx'

/** The wheel and paper are saved as a whole, elsewhere. */
const Cambio = AjustesChange.omit({ ruleta: true, hojas: true })

/**
 * The shop's identity, and its discounts and prizes. Prices, delivery and retention are on the settings page.
 */
export function NegocioPage() {
  const query = useDueno('GET /api/mostrador/ajustes', undefined)
  const { data } = query
  const { data: sucursales } = useSucursales()
  const [editing, setEditing] = useState<Parte | null>(null)
  const reload = useReload()
  return (
    <Marco title="Datos del negocio">
      <Unloaded query={query} label="Cargando…" />
      {data &&
        sucursales &&
        negocioPartesOf(sucursales).map((parte) => (
          <section key={parte.title} className={styles.parte} aria-label={parte.title}>
            <div className={styles.head}>
              <h2>{parte.title}</h2>
              <Button size="medium" onClick={() => setEditing(parte)}>
                Editar<span className="visually-hidden"> {parte.title.toLowerCase()}</span>
              </Button>
            </div>
            <div className={styles.facts}>
              {parte
                .facts(data)
                .filter(Boolean)
                .map((fact) => (
                  <p key={fact}>{fact}</p>
                ))}
            </div>
          </section>
        ))}
      {data && <RuletaSeccion ruleta={data.ruleta} />}
      {data && <Aspecto nombre={data.nombre} colores={data.colores} logo_id={data.logo_id} />}
      {data && <KitBanderas token={data.kit_banderas} />}
      {data && editing && (
        <Editor
          title={editing.title}
          schema={Cambio}
          campos={editing.campos}
          inicial={editing.inicial(data)}
          saved="Guardado"
          body={(valores) => editing.body(valores)}
          antes={data}
          change={(body) => ask('PUT /api/mostrador/ajustes', { body })}
          onSaved={reload}
          onClose={() => setEditing(null)}
        />
      )}
    </Marco>
  )
}
