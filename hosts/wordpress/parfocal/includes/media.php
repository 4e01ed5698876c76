<?php
/**
 * Files of the media library for Parfocal. Whoever chooses one in the frame gets a token for this file alone; with it Parfocal
 * reads the file here. No address of a file leaves the site.
 */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const MEDIA_TYPE     = 'sz-media+jwt';
const MEDIA_LIFE_S   = 120;
const MEDIA_PROVIDER = 'wordpress';
const MEDIA_ID       = '(?P<id>[1-9]\d{0,14})';

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			REST_NAMESPACE,
			'/media/' . MEDIA_ID,
			array(
				array(
					'methods'             => 'POST',
					'permission_callback' => __NAMESPACE__ . '\may_hand_over_media',
					'callback'            => __NAMESPACE__ . '\answer_media_token',
				),
				array(
					'methods'             => 'GET',
					'permission_callback' => __NAMESPACE__ . '\may_read_media',
					'callback'            => __NAMESPACE__ . '\answer_media_file',
				),
			)
		);
	}
);

/** @param array{id: string, filename: string, title: string, bytes: int} $file */
function media_token( string $sub, array $file, array $settings, string $issuer, int $now, string $seed ): string {
	foreach ( array( 'filename', 'title' ) as $name ) {
		$file[ $name ] = mb_strcut( $file[ $name ], 0, NAME_MAX_BYTES, 'UTF-8' );
	}
	$claims = array(
		'sub'   => $sub,
		'media' => array( 'provider' => MEDIA_PROVIDER ) + $file,
	);
	return sign_claims( common_claims( $settings, $issuer, $now, MEDIA_LIFE_S ) + $claims, MEDIA_TYPE, $seed );
}

/** @return string the person whom this site has given this file; empty: the token is not one for it, or no longer. */
function person_of_media_token( string $token, int $id, array $settings, string $issuer, int $now, string $seed ): string {
	$parts = explode( '.', $token );
	if ( 3 !== count( $parts ) ) {
		return '';
	}
	$bytes_of  = fn( string $part ): string => (string) base64_decode( strtr( $part, '-_', '+/' ), true );
	$signature = $bytes_of( $parts[2] );
	$public    = sodium_crypto_sign_publickey( sodium_crypto_sign_seed_keypair( $seed ) );
	if ( SODIUM_CRYPTO_SIGN_BYTES !== strlen( $signature ) || ! sodium_crypto_sign_verify_detached( $signature, "$parts[0].$parts[1]", $public ) ) {
		return '';
	}
	$header = json_decode( $bytes_of( $parts[0] ), true );
	$claims = json_decode( $bytes_of( $parts[1] ), true );
	$is_it  = MEDIA_TYPE === ( $header['typ'] ?? null )
		&& ( $claims['iss'] ?? null ) === $issuer
		&& ( $claims['aud'] ?? null ) === $settings['audience']
		&& ( $claims['site'] ?? null ) === $settings['site']
		&& ( $claims['exp'] ?? 0 ) > $now
		&& ( $claims['media']['id'] ?? null ) === (string) $id;
	return $is_it ? (string) ( $claims['sub'] ?? '' ) : '';
}

/** Whether a path leads to somewhere below a folder; both with slashes alone. */
function is_below( string $path, string $folder ): bool {
	return str_starts_with( $path, "$folder/" ) && ! preg_match( '#(^|/)\.\.?(/|$)#', $path );
}

/** @return string path of an attachment's file; empty: there is none, or it is not among the uploads. */
function file_of_media( int $id ): string {
	$path = wp_normalize_path( (string) get_attached_file( $id ) );
	return is_below( $path, untrailingslashit( wp_normalize_path( wp_upload_dir()['basedir'] ) ) ) && is_file( $path ) ? $path : '';
}

/** Those who see the media library, for attachments that they may read. */
function may_use_media( int $user_id, int $id ): bool {
	return 'attachment' === get_post_type( $id ) && user_can( $user_id, 'upload_files' ) && user_can( $user_id, 'read_post', $id ) && '' !== file_of_media( $id );
}

function no_media(): \WP_Error {
	return new \WP_Error( 'parfocal_no_media', __( 'You do not have access to this file.', 'parfocal' ), array( 'status' => 404 ) );
}

function may_hand_over_media( \WP_REST_Request $request ) {
	$is_signed_in = may_have_token();
	if ( true !== $is_signed_in ) {
		return $is_signed_in;
	}
	return may_use_media( get_current_user_id(), (int) $request['id'] ) ? true : no_media();
}

function answer_media_token( \WP_REST_Request $request ): \WP_REST_Response {
	$id    = (int) $request['id'];
	$path  = file_of_media( $id );
	$file  = array(
		'id'       => (string) $id,
		'filename' => wp_basename( $path ),
		'title'    => html_entity_decode( get_the_title( $id ), ENT_QUOTES, 'UTF-8' ),
		'bytes'    => (int) filesize( $path ),
	);
	$media = array(
		'provider' => MEDIA_PROVIDER,
		'id'       => (string) $id,
		'mimeType' => (string) get_post_mime_type( $id ),
		'token'    => media_token( (string) get_current_user_id(), $file, settings(), issuer(), time(), signing_seed() ),
	);
	return new \WP_REST_Response( $media, 200, array( 'Cache-Control' => 'no-store' ) );
}

/** Parfocal has no session here: it comes with the token that the person was given. */
function may_read_media( \WP_REST_Request $request ) {
	$id  = (int) $request['id'];
	$sub = person_of_media_token( (string) $request->get_header( 'x-site-token' ), $id, settings(), issuer(), time(), signing_seed() );
	return '' !== $sub && may_use_media( (int) $sub, $id ) ? true : no_media();
}

function answer_media_file( \WP_REST_Request $request ): \WP_REST_Response {
	$path = file_of_media( (int) $request['id'] );
	// The bytes themselves instead of JSON.
	add_filter(
		'rest_pre_serve_request',
		function () use ( $path ) {
			while ( ob_get_level() > 0 ) {
				ob_end_clean();
			}
			readfile( $path );
			return true;
		}
	);
	$headers = array(
		'Content-Type'        => 'application/octet-stream',
		'Content-Disposition' => 'attachment',
		'Cache-Control'       => 'no-store',
	);
	return new \WP_REST_Response( array(), 200, $headers );
}
