import type { CategoriaDueno } from '@imprimitodo/shared/api/catalogo'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { ask } from '../session/ask.ts'
import { useAct, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Lista } from './marco.tsx'
import { numberOf, textOf } from './valores.ts'

export function Categorias({
  query,
}: {
  query: { data: CategoriaDueno[] | undefined; error: Error | null; refetch: () => unknown }
}) {
  const [editing, setEditing] = useState<CategoriaDueno | 'nueva' | null>(null)
  const act = useAct()
  const refresh = useRefresh()
  const of = editing === 'nueva' ? null : editing
  return (
    <>
      <div className={styles.head}>
        <h2>Categorías</h2>
        <Button size="medium" onClick={() => setEditing('nueva')}>
          Agregar categoría
        </Button>
      </div>
      <Lista
        query={query}
        label="Categorías"
        columns={['Categoría', 'Orden', 'Productos', 'Acciones']}
        empty="Todavía no hay categorías."
      >
        {(one) => (
          <tr key={one.id}>
            <th scope="row">{one.nombre}</th>
            <td className={styles.number}>{one.orden}</td>
            <td className={styles.number}>{one.productos}</td>
            <td>
              <div className={styles.actions}>
                <TextButton onClick={() => setEditing(one)}>
                  Editar<span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
                <TextButton
                  onClick={() =>
                    act(`«${one.nombre}» se borró; sus productos quedan sin categoría`, () =>
                      ask('DELETE /api/mostrador/categorias/:id', { params: { id: String(one.id) } }),
                    )
                  }
                >
                  Borrar<span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
              </div>
            </td>
          </tr>
        )}
      </Lista>
      {editing && (
        <Editor
          title={of ? `Editar ${of.nombre}` : 'Agregar categoría'}
          campos={[
            { name: 'nombre', label: 'Nombre' },
            { name: 'orden', label: 'Orden', kind: 'numero', hint: 'Los números menores van primero.' },
          ]}
          inicial={{ nombre: of?.nombre ?? '', orden: String(of?.orden ?? 0) }}
          saved="Categoría guardada"
          save={(valores) => {
            const body = { nombre: textOf(valores.nombre), orden: numberOf(valores.orden) ?? 0 }
            return of
              ? ask('PATCH /api/mostrador/categorias/:id', { params: { id: String(of.id) }, body })
              : ask('POST /api/mostrador/categorias', { body })
          }}
          onSaved={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
