<?php
/**
 * What happens to people here is told to Parfocal: at once where it can be reached, else again from a queue (wp-cron).
 * Events are kept without their signature, which lives for two minutes only: each attempt signs anew.
 */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const QUEUE_OPTION  = 'parfocal_events';
const EVENTS_HOOK   = 'parfocal_send_events';
const QUEUE_MAX     = 500;
const EVENT_MAX_AGE = 7 * 86400;
const SEND_AT_ONCE  = 20;
const SEND_TIMEOUT  = 3;

/** How long the next attempt waits. @param int $attempts failed so far, at least 1. @return int s. */
function retry_delay( int $attempts ): int {
	return min( 30 * 2 ** min( $attempts - 1, 10 ), 3600 );
}

/**
 * One round over the queue.
 *
 * @param array[]  $queue each `{ events, attempts, due, since }`, in s since the epoch.
 * @param callable $send  gets the events. Returns "sent", "refused" (never accepted) or "later".
 * @return array[] what is still to be sent.
 */
function work_queue( array $queue, callable $send, int $now ): array {
	$left       = array();
	$is_reached = true;
	$sent       = 0;
	foreach ( $queue as $entry ) {
		if ( $now - $entry['since'] > EVENT_MAX_AGE ) {
			continue;
		}
		if ( ! $is_reached || $sent >= SEND_AT_ONCE || $entry['due'] > $now ) {
			$left[] = $entry;
			continue;
		}
		++$sent;
		if ( 'later' === $send( $entry['events'] ) ) {
			// The others would wait for the same server.
			$is_reached = false;
			++$entry['attempts'];
			$entry['due'] = $now + retry_delay( $entry['attempts'] );
			$left[]       = $entry;
		}
	}
	return $left;
}

/** @param int|null $status of HTTP; null: there was no answer. */
function outcome_of( ?int $status ): string {
	if ( null === $status || 401 === $status || 408 === $status || 409 === $status || 429 === $status || $status >= 500 ) {
		return 'later'; // 401: also while Parfocal reads a new key; 409: until there is another administrator.
	}
	return $status < 300 ? 'sent' : 'refused';
}

function send_events( array $events ): string {
	$settings = settings();
	$token    = event_token( $events, $settings, issuer(), time(), signing_seed() );
	$answer   = wp_remote_post(
		$settings['address'] . '/api/v2/host/events',
		array(
			'timeout'     => SEND_TIMEOUT,
			'redirection' => 0,
			'headers'     => array(
				'content-type' => 'application/json',
				'x-site-id'    => $settings['site'],
			),
			'body'        => wp_json_encode( array( 'token' => $token ) ),
		)
	);
	return outcome_of( is_wp_error( $answer ) ? null : (int) wp_remote_retrieve_response_code( $answer ) );
}

function tell( string $name, array $about ): void {
	if ( '' === settings()['address'] ) {
		return;
	}
	$events = array( $name => $about );
	if ( 'later' !== send_events( $events ) ) {
		return;
	}
	$now     = time();
	$queue   = get_option( QUEUE_OPTION );
	$queue   = is_array( $queue ) ? $queue : array();
	$queue[] = array(
		'events'   => $events,
		'attempts' => 1,
		'due'      => $now + retry_delay( 1 ),
		'since'    => $now,
	);
	update_option( QUEUE_OPTION, array_slice( $queue, -QUEUE_MAX ), false );
	schedule_events( $now + retry_delay( 1 ) );
}

function schedule_events( int $at ): void {
	if ( ! wp_next_scheduled( EVENTS_HOOK ) ) {
		wp_schedule_single_event( $at, EVENTS_HOOK );
	}
}

add_action(
	EVENTS_HOOK,
	function () {
		$queue = get_option( QUEUE_OPTION );
		$taken = is_array( $queue ) ? $queue : array();
		$left  = work_queue( $taken, __NAMESPACE__ . '\send_events', time() );
		// What was added meanwhile stands behind what was taken.
		wp_cache_delete( QUEUE_OPTION, 'options' );
		$grown = get_option( QUEUE_OPTION );
		$left  = array_merge( $left, array_slice( is_array( $grown ) ? $grown : array(), count( $taken ) ) );
		if ( ! $left ) {
			delete_option( QUEUE_OPTION );
			return;
		}
		update_option( QUEUE_OPTION, $left, false );
		schedule_events( max( time() + 1, min( array_column( $left, 'due' ) ) ) );
	}
);

add_action(
	'clear_auth_cookie',
	function () {
		$cookie = wp_parse_auth_cookie( '', 'logged_in' );
		$user   = is_array( $cookie ) ? get_user_by( 'login', $cookie['username'] ) : false;
		if ( $user && wp_validate_auth_cookie( '', 'logged_in' ) === $user->ID ) {
			tell(
				'session.ended',
				array(
					'sub' => (string) $user->ID,
					'sid' => session_id( $cookie['token'] ),
				)
			);
		}
	}
);
// All sessions end with the password.
add_action( 'after_password_reset', fn( $user ) => tell( 'user.changed', array( 'sub' => (string) $user->ID ) ) );
add_action( 'profile_update', fn( $id ) => tell( 'user.changed', array( 'sub' => (string) $id ) ) );
add_action( 'set_user_role', fn( $id, $role, $before ) => $before && tell( 'user.changed', array( 'sub' => (string) $id ) ), 10, 3 );
add_action( 'deleted_user', fn( $id ) => tell( 'user.deleted', array( 'sub' => (string) $id ) ) );
