import { type CategoriaDueno, CategoriaForm } from '@imprimitodo/shared/api/catalogo'
import { ask } from '../session/ask.ts'
import { useRefresh } from './datos.ts'
import { Editor } from './editor.tsx'
import { Listado } from './listado.tsx'
import type { Consulta } from './marco.tsx'
import { numberOf, textOf } from './valores.ts'

export function Categorias({ query }: { query: Consulta<CategoriaDueno> }) {
  const refresh = useRefresh()
  return (
    <Listado
      query={query}
      label="Categorías"
      head={<h2>Categorías</h2>}
      add="Agregar categoría"
      columns={['Categoría', 'Orden', 'Productos', 'Acciones']}
      empty="Todavía no hay categorías."
      nameOf={({ nombre }) => nombre}
      cells={({ orden, productos }) => [orden, productos]}
      otra={({ id, nombre }) => ({
        label: 'Borrar',
        done: `«${nombre}» se borró; sus productos quedan sin categoría`,
        act: () => ask('DELETE /api/mostrador/categorias/:id', { params: { id: String(id) } }),
      })}
      editor={(of, close) => (
        <Editor
          title={of ? `Editar ${of.nombre}` : 'Agregar categoría'}
          schema={CategoriaForm}
          campos={[
            { name: 'nombre', label: 'Nombre' },
            { name: 'orden', label: 'Orden', kind: 'numero', hint: 'Los números menores van primero.' },
          ]}
          inicial={{ nombre: of?.nombre ?? '', orden: String(of?.orden ?? 0) }}
          saved="Categoría guardada"
          body={({ nombre, orden }) => ({ nombre: textOf(nombre), orden: numberOf(orden) ?? 0 })}
          save={(body) =>
            of
              ? ask('PATCH /api/mostrador/categorias/:id', { params: { id: String(of.id) }, body })
              : ask('POST /api/mostrador/categorias', { body })
          }
          onSaved={refresh}
          onClose={close}
        />
      )}
    />
  )
}
