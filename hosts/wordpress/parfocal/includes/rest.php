<?php
/** Calls of this site: its public keys, and a token for the signed-in user. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const REST_NAMESPACE = 'parfocal/v1';

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			REST_NAMESPACE,
			'/keys',
			array(
				'methods'             => 'GET',
				'permission_callback' => '__return_true',
				'callback'            => fn() => new \WP_REST_Response( array( 'keys' => array( public_key( signing_seed() ) ) ), 200, array( 'Cache-Control' => 'public, max-age=300' ) ),
			)
		);
		register_rest_route(
			REST_NAMESPACE,
			'/token',
			array(
				'methods'             => 'POST',
				'permission_callback' => __NAMESPACE__ . '\may_have_token',
				'callback'            => __NAMESPACE__ . '\answer_token',
			)
		);
	}
);

/** The cookie together with its nonce, which core has checked: without a right one nobody is signed in here. */
function may_have_token() {
	// An application password is no session that could end.
	if ( is_user_logged_in() && '' !== wp_get_session_token() ) {
		return true;
	}
	return new \WP_Error( 'parfocal_signed_out', __( 'You are not signed in.', 'parfocal' ), array( 'status' => 401 ) );
}

function answer_token(): \WP_REST_Response {
	$user   = wp_get_current_user();
	$person = array(
		'sub'   => (string) $user->ID,
		'sid'   => session_id( wp_get_session_token() ),
		'name'  => $user->display_name,
		'email' => $user->user_email,
		'roles' => roles_of( $user ),
	);
	$token  = person_token( $person, settings(), issuer(), time(), signing_seed() );
	return new \WP_REST_Response( array( 'token' => $token ), 200, array( 'Cache-Control' => 'no-store' ) );
}
