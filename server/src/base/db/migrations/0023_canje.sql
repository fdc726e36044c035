-- Points become a code of sheets in one call: two hundred at once must not wait for the round trips of a transaction.
-- Each statement in here sees what was committed before it, so that the sum is taken after the lock was got.
-- Null where the balance is no longer what the caller saw, or the code exists: the caller looks again.
CREATE FUNCTION "gastar_en_codigo"(
	el_cliente integer, saldo_visto bigint, gasto bigint, un_motivo text,
	un_codigo text, unas_hojas integer, un_premio integer, un_nombre text, ahora timestamp with time zone, fin timestamp with time zone
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	hecho integer;
BEGIN
	PERFORM FROM clientes WHERE id = el_cliente FOR NO KEY UPDATE;
	IF (SELECT coalesce(sum(p.puntos), 0) FROM puntos p WHERE p.cliente_id = el_cliente) <> saldo_visto THEN
		RETURN NULL;
	END IF;
	INSERT INTO codigos (codigo, tipo, cliente_id, hojas, premio_id, producto_nombre, creado, vence)
		VALUES (un_codigo, 'hojas', el_cliente, unas_hojas, un_premio, un_nombre, ahora, fin)
		ON CONFLICT DO NOTHING RETURNING id INTO hecho;
	IF hecho IS NULL THEN
		RETURN NULL;
	END IF;
	INSERT INTO puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
		VALUES (el_cliente, 'canje', -gasto, un_motivo, 'canje:' || hecho, 'cliente', ahora);
	RETURN hecho;
END
$$;
