import type { Sucursal } from '@imprimitodo/shared/api/dueno'
import { formatWhatsapp } from '@imprimitodo/shared/rules/whatsapp'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { ask } from '../session/ask.ts'
import { useDueno, useRefresh } from './datos.ts'
import styles from './dueno.module.css'
import { Editor } from './editor.tsx'
import { Lista, Marco } from './marco.tsx'
import { numberOf, textOf, typed } from './valores.ts'

export function SucursalesPage() {
  const query = useDueno('GET /api/mostrador/sucursales', undefined)
  const [editing, setEditing] = useState<Sucursal | 'nueva' | null>(null)
  const refresh = useRefresh()
  const of = editing === 'nueva' ? null : editing
  return (
    <Marco title="Sucursales">
      <div className={styles.head}>
        <p className="muted">Lo que los clientes leen de cada una, y desde dónde se miden los envíos.</p>
        <Button variant="primary" size="medium" icon={Plus} onClick={() => setEditing('nueva')}>
          Agregar sucursal
        </Button>
      </div>
      <Lista
        query={query}
        label="Sucursales"
        columns={['Sucursal', 'Dirección', 'WhatsApp', 'Horario', 'Acciones']}
        empty="Todavía no hay sucursales."
      >
        {(one) => (
          <tr key={one.id}>
            <th scope="row">{one.nombre}</th>
            <td>{one.direccion}</td>
            <td className={styles.number}>{formatWhatsapp(one.whatsapp)}</td>
            <td>{one.horario}</td>
            <td>
              <TextButton onClick={() => setEditing(one)}>
                Editar<span className="visually-hidden"> {one.nombre}</span>
              </TextButton>
            </td>
          </tr>
        )}
      </Lista>
      {editing && (
        <Editor
          title={of ? `Editar ${of.nombre}` : 'Agregar sucursal'}
          campos={[
            { name: 'nombre', label: 'Nombre' },
            { name: 'direccion', label: 'Dirección' },
            { name: 'whatsapp', label: 'WhatsApp', hint: 'Con código de país: 549 3865 471200.' },
            {
              ...{ name: 'horario', label: 'Horario' },
              hint: 'Así: Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13.',
            },
            { name: 'lat', label: 'Latitud', kind: 'numero', hint: 'Por ejemplo -27,58611.' },
            { name: 'lng', label: 'Longitud', kind: 'numero', hint: 'Por ejemplo -65,61972.' },
          ]}
          inicial={{
            nombre: of?.nombre ?? '',
            direccion: of?.direccion ?? '',
            whatsapp: of?.whatsapp ?? '',
            horario: of?.horario ?? '',
            lat: typed(of?.lat ?? null),
            lng: typed(of?.lng ?? null),
          }}
          saved="Sucursal guardada"
          save={(valores) => {
            const body = {
              nombre: textOf(valores.nombre),
              direccion: textOf(valores.direccion),
              whatsapp: textOf(valores.whatsapp),
              horario: textOf(valores.horario),
              lat: numberOf(valores.lat) ?? Number.NaN,
              lng: numberOf(valores.lng) ?? Number.NaN,
            }
            return of
              ? ask('PATCH /api/mostrador/sucursales/:id', { params: { id: String(of.id) }, body })
              : ask('POST /api/mostrador/sucursales', { body })
          }}
          onSaved={refresh}
          onClose={() => setEditing(null)}
        />
      )}
    </Marco>
  )
}
