-- Typed sales had no branch of their own: the till knows in which one the money was taken. Reports of those days are
-- added up again, as the trigger of "ventas" marks them
UPDATE "ventas" v SET "sucursal_id" = m."sucursal_id" FROM "movimientos_caja" m
	WHERE m."venta_id" = v."id" AND m."tipo" = 'venta' AND NOT v."de_pedidos" AND v."sucursal_id" IS NULL AND m."sucursal_id" IS NOT NULL;
