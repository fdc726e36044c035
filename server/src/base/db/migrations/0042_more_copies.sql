ALTER TABLE "archivos" DROP CONSTRAINT "archivos_duplicado";--> statement-breakpoint
ALTER TABLE "archivos" ADD CONSTRAINT "archivos_duplicado" CHECK ("archivos"."duplicado" between 1 and 9999);